CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    configuration TEXT NOT NULL,
    version TEXT NOT NULL,
    git TEXT NOT NULL,
    cpu TEXT NOT NULL,
    cores INTEGER NOT NULL,
    os TEXT NOT NULL
);
CREATE TABLE entrant (
    id INTEGER PRIMARY KEY,
    agent TEXT NOT NULL,
    budget TEXT NOT NULL,
    lenient INTEGER NOT NULL,
    learning INTEGER NOT NULL,
    UNIQUE (agent, budget, lenient, learning)
);
CREATE TABLE level (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    level INTEGER NOT NULL,
    content TEXT NOT NULL,
    UNIQUE (game, level)
);
CREATE TABLE play (
    entrant INTEGER NOT NULL REFERENCES entrant,
    level INTEGER NOT NULL REFERENCES level,
    repetition INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    agent_seed INTEGER NOT NULL,
    win INTEGER NOT NULL,
    score REAL NOT NULL,
    ticks INTEGER NOT NULL,
    fm_calls INTEGER NOT NULL,
    iterations INTEGER NOT NULL,
    overspends INTEGER NOT NULL,
    disqualified TEXT,
    remarks TEXT,
    wall_us INTEGER NOT NULL,
    cpu_us INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES run,
    PRIMARY KEY (entrant, level, repetition, seed)
) WITHOUT ROWID;
CREATE VIEW games AS
    SELECT agent, budget, lenient, learning, game, level.level AS level, content, repetition, seed, agent_seed,
        win, score, ticks, fm_calls, iterations, overspends, disqualified, remarks,
        wall_us / 1e6 AS wall_s, cpu_us / 1e6 AS cpu_s,
        run.id AS run, started, version, git, cpu, cores, os
    FROM play
    JOIN entrant ON entrant.id = play.entrant
    JOIN level ON level.id = play.level
    JOIN run ON run.id = play.run;
