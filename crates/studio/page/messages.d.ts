// What the server sends. crates/studio/src/board/frame.rs and worker.rs write it.

export interface Stage {
  name: string;
  level: number;
  written: boolean;
  columns: number;
  rows: number;
  block: number;
  players: number;
  sheet: string;
  sheetColumns: number;
  sheetCell: number;
  kinds: { name: string; tile: number | null; color: string | null }[];
  legend: { character: string; sprites: string[]; tiles: number[] }[];
  actions: string[];
  content: string;
}

export interface Mind {
  player: number;
  agent: string;
  chosen: string;
  actions: { action: string; value: number | null; visits: number | null }[];
  depth: number | null;
  nodes: number | null;
  panels: { title: string; rows: [string, string][] }[];
  overlay: { title: string; cells: [number, number, number][] } | null;
  plan: [number, number][];
  heat: [number, number, number][];
  calls: number;
  iterations: number;
  milliseconds: number;
}

export interface Frame {
  tick: number;
  ticks: number;
  line: number;
  lines: { id: number; parent: [number, number] | null; ticks: number; score: number; by: string }[];
  scores: number[];
  standing: string[];
  actions: string[] | null;
  by: string;
  people: boolean[];
  holds: [string, number][][];
  avatar: [number, number] | null;
  events: [number, string][];
  note: string | null;
  minds?: Mind[];
  game: { playing: boolean; speed: number; realtime: boolean; busy: boolean; board: number; boards: number; opened: number };
  sprites: Int32Array;
}
