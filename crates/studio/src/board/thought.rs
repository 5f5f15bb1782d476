//! What an agent thought, as the page shows it.

use ludex_agents::{Advisor, AgentSpec, Budget, Rules, with_names};
use ludex_engine::{Action, State};
use serde_json::{Value, json};

use super::seats::{Answer, consult};

/// Steps of a plan that are drawn.
const PLAN: usize = 60;
/// Cells of a map of visits.
const CELLS: usize = 1_500;
/// Rows of a panel.
const ROWS: usize = 40;

/// An agent's decision.
pub(super) struct Mind<'a> {
    pub player: usize,
    pub chosen: Action,
    pub answer: &'a Answer,
    /// The state that it thought about.
    pub before: &'a State,
}

impl Mind<'_> {
    /// What the agent thinks its action is worth.
    pub fn value(&self) -> Option<f64> {
        let actions = &self.answer.insight.actions;
        let chosen =
            actions.iter().find(|thought| thought.action == self.chosen).map(|thought| thought.value);
        let best =
            || actions.iter().map(|thought| thought.value).filter(|value| value.is_finite()).reduce(f64::max);
        chosen.filter(|value| value.is_finite()).or_else(best)
    }

    pub fn to_json(&self, name: &str) -> Value {
        let Answer { insight, spent, took, .. } = self.answer;
        let named = |text: &str| {
            let world = self.before.world();
            with_names(text, |t| world.type_names().nth(usize::from(t)))
        };
        let actions: Vec<Value> = (insight.actions.iter())
            .map(|thought| json!({ "action": thought.action.name(), "value": finite(thought.value), "visits": finite(thought.visits) }))
            .collect();
        let panels: Vec<Value> = (insight.panels.iter())
            .map(|panel| {
                let rows = panel.rows.iter().take(ROWS).map(|(what, how)| (named(what), named(how)));
                json!({ "title": named(&panel.title), "rows": rows.collect::<Vec<_>>() })
            })
            .collect();
        let overlay = insight.overlay.as_ref().map(|overlay| {
            let cells = overlay.cells.iter().take(CELLS).map(|((x, y), heat)| (x, y, finite(*heat)));
            json!({ "title": named(&overlay.title), "cells": cells.collect::<Vec<_>>() })
        });
        json!({
            "player": self.player,
            "agent": name,
            "chosen": self.chosen.name(),
            "actions": actions,
            "depth": insight.depth,
            "nodes": insight.nodes,
            "panels": panels,
            "overlay": overlay,
            "plan": self.plan(),
            "heat": self.heat(),
            "calls": spent.calls,
            "iterations": spent.iterations,
            "milliseconds": took.as_secs_f64() * 1e3,
        })
    }

    /// The cells that the planned actions lead to in the forward model, from where the avatar stands; each once in a row.
    fn plan(&self) -> Vec<(usize, usize)> {
        let mut state = self.before.clone();
        let columns = state.observe().grid_size().0.max(1);
        let players = state.world().players().min(2);
        let mut cells = Vec::new();
        let place = |state: &State| {
            state.observe().avatar_cell(self.player).map(|cell| (cell % columns, cell / columns))
        };
        cells.extend(place(&state));
        for action in self.answer.insight.plan.iter().take(PLAN) {
            if state.is_over() {
                break;
            }
            let mut actions = [Action::Nil; 2];
            actions[self.player.min(1)] = *action;
            state.advance(&actions[..players]);
            cells.extend(place(&state));
        }
        cells.dedup();
        if cells.len() > 1 { cells } else { Vec::new() }
    }

    /// How often simulations were in each cell: column, row, count, the most visited first.
    fn heat(&self) -> Vec<(usize, usize, u32)> {
        let columns = self.before.observe().grid_size().0.max(1);
        let visits = self.answer.visits.iter().enumerate().filter(|(_, count)| **count > 0);
        let mut cells: Vec<_> =
            visits.map(|(cell, count)| (cell % columns, cell / columns, *count)).collect();
        cells.sort_by_key(|cell| std::cmp::Reverse(cell.2));
        cells.truncate(CELLS);
        cells
    }
}

/// What an agent would do in a state.
pub(crate) fn ask(state: &State, agent: &AgentSpec, budget: Budget, player: usize) -> Result<Value, String> {
    if state.is_over() {
        return Err("the game is over: there is nothing to ask".to_owned());
    }
    let rules = Rules { budget, lenient: true };
    let mut advisor = Advisor::new(agent, 0, state, player, rules);
    let answer = consult(&mut advisor, state)?;
    let chosen = state.legal(player, answer.action);
    Ok(Mind { player, chosen, answer: &answer, before: state }.to_json(&agent.to_string()))
}

/// JSON has no infinity.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
