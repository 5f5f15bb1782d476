//! Threads beside an agent's own, for agents that may use several.

use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use super::meter::Meter;
use super::turn::Turn;
use super::visits::Witness;

impl Turn<'_> {
    /// Does some work, and lets each of the helpers think in a thread of its own meanwhile. Returns when all are done.
    ///
    /// A helper has a budget like that of the turn, by a clock of its own that starts with its thread; what it spends of forward-model
    /// calls and iterations is added to the turn's, and its processor time is not. So an agent with helpers may use up to as many
    /// times the processor time as it has threads.
    ///
    /// Only time can be spent by several at once: with a limit on calls or iterations the helpers are not asked, so that what an
    /// agent plays does not depend on who is faster.
    pub fn with_helpers<H: Send>(
        &self,
        helpers: &mut [H],
        help: impl Fn(&mut H, Turn<'_>) + Sync,
        own: impl FnOnce(),
    ) {
        let budget = self.budget();
        let timed = budget.time_limit().is_some()
            && budget.call_limit().is_none()
            && budget.iteration_limit().is_none();
        if !timed || helpers.is_empty() {
            return own();
        }
        let (state, player, help) = (self.state(), self.player(), &help);
        let spent = thread::scope(|scope| {
            let start = |helper| {
                thread::Builder::new().name("helper".to_owned()).spawn_scoped(scope, move || {
                    let meter = Meter::start(budget);
                    help(helper, Turn::new(state, player, &meter, Witness::default()));
                    (meter.calls(), meter.iterations())
                })
            };
            // Where no thread can be had, there is one helper less.
            let threads: Vec<_> = helpers.iter_mut().filter_map(|helper| start(helper).ok()).collect();
            own();
            let join =
                |thread: thread::ScopedJoinHandle<'_, _>| thread.join().unwrap_or_else(|e| resume_unwind(e));
            threads
                .into_iter()
                .map(join)
                .fold((0, 0), |sum, spent: (u64, u64)| (sum.0 + spent.0, sum.1 + spent.1))
        });
        self.charge(spent.0, spent.1, Duration::ZERO);
    }
}
