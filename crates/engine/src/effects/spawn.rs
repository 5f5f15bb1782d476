//! Effects that make sprites.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::{Call, EffectType, Scope};
use crate::facts::{EffectFacts, Sides, SomeTypes};
use crate::index::{Kind, SpriteRef};
use crate::ontology::{param, product, required, sprite};
use crate::tick::Tick;
use crate::tick::population::NewSprite;
use crate::world::lines::switch;
use ParamKind::{Bool, Int};

const PRODUCT: ParamSpec = product("stype", "what is made");

impl Tick<'_> {
    /// Makes a sprite where another one is.
    fn spawn_on(&mut self, kind: Kind, r: SpriteRef) {
        let rect = self.rect(r);
        self.add_sprite(NewSprite { kind, x: rect.x, y: rect.y, force: false });
    }

    /// The place a sprite has left in this tick, if it has left it entirely.
    fn left_behind(&self, r: SpriteRef) -> Option<(i32, i32)> {
        let sprite = self.get(r);
        (!sprite.last.intersects(&sprite.rect)).then_some((sprite.last.x, sprite.last.y))
    }
}

#[derive(Debug)]
pub(crate) struct CloneSprite;

impl EffectType for CloneSprite {
    const NAME: &'static str = "cloneSprite";
    const DOC: &'static str = "Makes another sprite of the first's type in its place.";
    const EXAMPLE: &'static str = "goblin lava > cloneSprite";

    fn compile(_: &Params, _: &mut Scope<'_, '_>) -> Self {
        CloneSprite
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { makes: SomeTypes::OfFirst, ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        t.spawn_on(t.kind(call.a()), call.a());
    }
}

#[derive(Debug)]
pub(crate) struct Spawn {
    stype: Kind,
    prob: f64,
}

impl EffectType for Spawn {
    const NAME: &'static str = "spawn";
    const DOC: &'static str = "Makes a sprite where the first is.";
    const EXAMPLE: &'static str = "tree avatar > spawn stype=apple prob=0.1";
    const PARAMS: &'static [ParamSpec] = &[PRODUCT];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        Spawn { stype: scope.known(p, "stype"), prob: p.double("prob").unwrap_or(1.0) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { makes: SomeTypes::named([Some(self.stype)]), ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if t.live.d.rng.succeeds(self.prob) {
            t.spawn_on(self.stype, call.a());
        }
    }
}

#[derive(Debug)]
pub(crate) struct SpawnIfHasMore {
    resource: Kind,
    stype: Kind,
    limit: i32,
    spend: i32,
    prob: f64,
}

impl SpawnIfHasMore {
    #[inline(never)]
    fn spawn(&self, t: &mut Tick<'_>, call: Call) {
        t.scores(call, true);
        // Where nothing is spent, it only counts as held from now on.
        if self.spend != 0 || t.held(call.a(), self.resource).is_none() {
            t.modify(call.a(), self.resource, self.spend.wrapping_neg());
        }
        t.spawn_on(self.stype, call.a());
    }
}

impl EffectType for SpawnIfHasMore {
    const NAME: &'static str = "spawnIfHasMore";
    const DOC: &'static str = "Makes a sprite where the first is if it holds at least limit of a resource.";
    const EXAMPLE: &'static str = "avatar hole > spawnIfHasMore resource=gold stype=box limit=2 spend=2";
    const PARAMS: &'static [ParamSpec] = &[
        sprite("resource", "the resource"),
        PRODUCT,
        param("limit", Int, "at least so much").or("0"),
        param("spend", Int, "how much it costs").or("0"),
    ];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        SpawnIfHasMore {
            resource: scope.known(p, "resource"),
            stype: scope.known(p, "stype"),
            limit: p.int("limit").unwrap_or(0),
            spend: p.int("spend").unwrap_or(0),
            prob: p.double("prob").unwrap_or(1.0),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            changes: Sides::First,
            makes: SomeTypes::named([Some(self.stype)]),
            holds: SomeTypes::named([Some(self.resource)]),
            ..EffectFacts::IN_PLACE
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        t.scores(call, false);
        if t.live.d.rng.succeeds(self.prob) && t.amount(call.a(), self.resource) >= self.limit {
            self.spawn(t, call);
        }
    }
}

#[derive(Debug)]
pub(crate) struct SpawnIfHasLess {
    resource: Kind,
    stype: Kind,
    limit: i32,
    prob: f64,
}

impl EffectType for SpawnIfHasLess {
    const NAME: &'static str = "spawnIfHasLess";
    const DOC: &'static str = "Makes a sprite where the first is if it holds at most limit of a resource.";
    const EXAMPLE: &'static str = "avatar hole > spawnIfHasLess resource=gold stype=goblin limit=0";
    const PARAMS: &'static [ParamSpec] =
        &[sprite("resource", "the resource"), PRODUCT, param("limit", Int, "at most so much").or("0")];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        SpawnIfHasLess {
            resource: scope.known(p, "resource"),
            stype: scope.known(p, "stype"),
            limit: p.int("limit").unwrap_or(0),
            prob: p.double("prob").unwrap_or(1.0),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { makes: SomeTypes::named([Some(self.stype)]), ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        t.scores(call, false);
        if t.live.d.rng.succeeds(self.prob) && t.amount(call.a(), self.resource) <= self.limit {
            t.spawn_on(self.stype, call.a());
            t.scores(call, true);
        }
    }
}

#[derive(Debug)]
pub(crate) struct SpawnIfCounterSubTypes {
    stype: Kind,
    estype: Kind,
    counted: Kind,
    limit: i32,
    subtypes: i32,
}

impl EffectType for SpawnIfCounterSubTypes {
    const NAME: &'static str = "spawnIfCounterSubTypes";
    const DOC: &'static str = "Makes stype where the first is if stypeCount has limit sprites in the right number of sub-types, else estype.";
    const EXAMPLE: &'static str = "hole avatar > spawnIfCounterSubTypes stype=exit estype=goblin stypeCount=fruit limit=2 subTypesNum=1";
    const PARAMS: &'static [ParamSpec] = &[
        PRODUCT,
        product("estype", "what is made otherwise"),
        sprite("stypeCount", "what is counted"),
        param("limit", Int, "exactly so many").or("0"),
        param("subTypesNum", Int, "half the number of sub-types that have sprites").or("-1"),
    ];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        SpawnIfCounterSubTypes {
            stype: scope.known(p, "stype"),
            estype: scope.known(p, "estype"),
            counted: scope.known(p, "stypeCount"),
            limit: p.int("limit").unwrap_or(0),
            subtypes: p.int("subTypesNum").unwrap_or(-1),
        }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            makes: SomeTypes::named([Some(self.stype), Some(self.estype)]),
            ..EffectFacts::IN_PLACE
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let holds = t.alive(self.counted) == self.limit
            && t.live.d.populated_relatives(t.w, self.counted) / 2 == self.subtypes;
        t.scores(call, holds);
        t.set_switch(call, switch::COUNT, holds);
        t.spawn_on(if holds { self.stype } else { self.estype }, call.a());
    }
}

#[derive(Debug)]
pub(crate) struct SpawnBehind {
    stype: Kind,
    prob: f64,
}

impl EffectType for SpawnBehind {
    const NAME: &'static str = "spawnBehind";
    const DOC: &'static str = "Makes a sprite where the second has just come from.";
    const EXAMPLE: &'static str = "box avatar > spawnBehind stype=lava prob=0.5";
    const PARAMS: &'static [ParamSpec] = &[PRODUCT];
    const NEEDS: Sides = Sides::Second;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        SpawnBehind { stype: scope.known(p, "stype"), prob: p.double("prob").unwrap_or(1.0) }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts { makes: SomeTypes::named([Some(self.stype)]), ..EffectFacts::IN_PLACE }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if t.live.d.rng.next_double() >= self.prob {
            return;
        }
        if let Some((x, y)) = t.left_behind(call.b()) {
            t.add_sprite(NewSprite { kind: self.stype, x, y, force: false });
        }
    }
}

/// Makes a sprite in a neighbour cell of the second.
#[derive(Debug)]
struct Beside {
    stype: Option<Kind>,
    prob: f64,
    step_back: bool,
}

impl Beside {
    const PARAMS: &'static [ParamSpec] = &[
        required("stype", ParamKind::NewSprite, "what is made"),
        param("stepBack", Bool, "beside where the second has just come from").or("False"),
    ];

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Beside {
        Beside {
            stype: scope.get(p, "stype"),
            prob: p.double("prob").unwrap_or(1.0),
            step_back: p.bool("stepBack").unwrap_or(false),
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call, dx: i32, dy: i32) {
        if t.live.d.rng.next_double() >= self.prob {
            return;
        }
        let rect = t.rect(call.b());
        let place = if self.step_back { t.left_behind(call.b()) } else { Some((rect.x, rect.y)) };
        let block = t.w.grid.block;
        if let (Some((x, y)), Some(kind)) = (place, self.stype) {
            let (x, y) = (x.saturating_add(block * dx), y.saturating_add(block * dy));
            t.add_sprite(NewSprite { kind, x, y, force: false });
        }
    }
}

/// The four directions differ in their offset only.
macro_rules! beside {
    ($($type:ident $name:literal $doc:literal $example:literal ($dx:literal, $dy:literal);)*) => {$(
        #[derive(Debug)]
        pub(crate) struct $type(Beside);

        impl EffectType for $type {
            const NAME: &'static str = $name;
            const DOC: &'static str = $doc;
            const EXAMPLE: &'static str = $example;
            const PARAMS: &'static [ParamSpec] = Beside::PARAMS;
            const NEEDS: Sides = Sides::Second;

            fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
                $type(Beside::compile(p, scope))
            }

            fn facts(&self) -> EffectFacts {
                EffectFacts { makes: SomeTypes::named([self.0.stype]), ..EffectFacts::IN_PLACE }
            }

            fn run(&self, t: &mut Tick<'_>, call: Call) {
                self.0.run(t, call, $dx, $dy);
            }
        }
    )*};
}

beside! {
    SpawnAbove "spawnAbove" "Makes a sprite above the second." "tree avatar > spawnAbove stype=apple" (0, -1);
    SpawnBelow "spawnBelow" "Makes a sprite below the second." "tree avatar > spawnBelow stype=apple" (0, 1);
    SpawnLeft "spawnLeft" "Makes a sprite left of the second." "tree avatar > spawnLeft stype=apple" (-1, 0);
    SpawnRight "spawnRight" "Makes a sprite right of the second." "tree avatar > spawnRight stype=apple" (1, 0);
}

#[derive(Debug)]
pub(crate) struct UpdateSpawnType {
    stype: Kind,
    spawn_point: Kind,
}

impl EffectType for UpdateSpawnType {
    const NAME: &'static str = "updateSpawnType";
    const DOC: &'static str =
        "Changes what spawners make: stype from now on, for random ones instead of the second's type.";
    const EXAMPLE: &'static str = "avatar key > updateSpawnType stype=box spawnPoint=nest";
    const PARAMS: &'static [ParamSpec] =
        &[product("stype", "what they make"), sprite("spawnPoint", "the type of the spawners")];
    const NEEDS: Sides = Sides::Neither;

    fn compile(p: &Params, scope: &mut Scope<'_, '_>) -> Self {
        UpdateSpawnType { stype: scope.known(p, "stype"), spawn_point: scope.known(p, "spawnPoint") }
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            changes_all: SomeTypes::Families(vec![self.spawn_point]),
            makes: SomeTypes::named([Some(self.stype)]),
            ..EffectFacts::IN_PLACE
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let w = t.w;
        let instead_of = call.b().is_some().then(|| t.kind(call.b()));
        for &kind in &w.types[self.spawn_point].relatives {
            let Some(class) = &w.types[kind].class else { continue };
            t.each_of(kind, |t, r| {
                if let Some(slot) = r.as_slot() {
                    class.change_product(t, slot, self.stype, instead_of);
                }
            });
        }
    }
}
