"""The interfaces of other projects, for programs that were written for them."""
