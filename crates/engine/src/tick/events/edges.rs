//! What happens at the edge of the screen.

use super::EXECUTION;
use crate::index::shape::Place;
use crate::index::{Kind, LineId, SpriteRef};
use crate::state::sprite::flag;
use crate::tick::Tick;

impl Tick<'_> {
    /// Runs the effects on sprites that are outside the screen.
    pub(super) fn handle_edges(&mut self) {
        self.live.s.moved = false;
        for &(kind, line) in &self.w.lines.edges {
            for &relative in &self.info(kind).relatives {
                let group = self.live.d.groups[relative];
                if group.outside == 0 {
                    continue;
                }
                if !self.can_afford(1 + group.count as usize) {
                    return;
                }
                self.handle_edge(line, relative);
            }
        }
    }

    /// Runs an effect on the sprites of a type that are outside the screen.
    fn handle_edge(&mut self, line: LineId, kind: Kind) {
        let group = self.live.d.groups[kind];
        let (mut at, mut left) = (group.first, group.outside);
        // With the last of them the search ends, unless something has moved meanwhile.
        while let Some(slot) = at
            && (left > 0 || self.live.s.moved)
        {
            let sprite = &self.live.d.sprites[slot];
            if sprite.place.is(Place::OUTSIDE) {
                left -= 1;
                let counted = self.live.d.groups[kind].count;
                let acts = !sprite.is(flag::KILLED | flag::DISABLED);
                let finished = !acts || self.execute_at_edge(line, SpriteRef::slot(slot));
                // The reference stops here when the list it walks through has grown.
                if !finished || self.live.d.groups[kind].count > counted {
                    self.live.d.messages += 1;
                    break;
                }
            }
            at = self.live.d.sprites[slot].next;
        }
    }

    /// Runs an effect on a sprite at the edge. False if the effect broke off because a list that it goes through
    /// has grown: then it does not score.
    fn execute_at_edge(&mut self, line: LineId, a: SpriteRef) -> bool {
        let Some(kind) = self.w.lines.list[line].effect.outgrows() else {
            if self.can_afford(EXECUTION) {
                self.run_alone(line, a);
                self.settle(line, 1);
            }
            return true;
        };
        let counted = self.live.d.groups[kind].count;
        self.run_alone(line, a);
        let finished = self.live.d.groups[kind].count == counted;
        if finished {
            self.settle(line, 1);
        }
        finished
    }
}
