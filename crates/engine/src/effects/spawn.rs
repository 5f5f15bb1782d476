//! Effects that make sprites.

use ludex_vgdl::{ParamKind, ParamSpec, Params, TypeId};

use super::{Call, Names, Rule, Sides};
use crate::class::Class;
use crate::ontology::{param, product, required, sprite};
use crate::population::NewSprite;
use crate::rules::switch;
use crate::sprite::SpriteRef;
use crate::tick::Tick;
use ParamKind::{Bool, Int};

const PRODUCT: ParamSpec = product("stype", "what is made");

impl Tick<'_> {
    /// Makes a sprite where another one is.
    fn spawn_on(&mut self, kind: TypeId, r: SpriteRef) {
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

impl Rule for CloneSprite {
    const NAME: &'static str = "cloneSprite";
    const DOC: &'static str = "Makes another sprite of the first's type in its place.";
    const CHANGES: Sides = Sides::Neither;

    fn compile(_: &Params, _: &Names<'_>) -> Self {
        CloneSprite
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        t.spawn_on(t.kind(call.a()), call.a());
    }
}

#[derive(Debug)]
pub(crate) struct Spawn {
    stype: TypeId,
    prob: f64,
}

impl Rule for Spawn {
    const NAME: &'static str = "spawn";
    const STAYS: bool = true;
    const DOC: &'static str = "Makes a sprite where the first is.";
    const PARAMS: &'static [ParamSpec] = &[PRODUCT];
    const CHANGES: Sides = Sides::Neither;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        Spawn { stype: names.known(p, "stype"), prob: p.double("prob").unwrap_or(1.0) }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        if t.live.d.rng.succeeds(self.prob) {
            t.spawn_on(self.stype, call.a());
        }
    }

    fn makes(&self) -> Option<TypeId> {
        Some(self.stype)
    }
}

#[derive(Debug)]
pub(crate) struct SpawnIfHasMore {
    resource: TypeId,
    stype: TypeId,
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

impl Rule for SpawnIfHasMore {
    const NAME: &'static str = "spawnIfHasMore";
    const STAYS: bool = true;
    const DOC: &'static str = "Makes a sprite where the first is if it holds at least limit of a resource.";
    const PARAMS: &'static [ParamSpec] = &[
        sprite("resource", "the resource"),
        PRODUCT,
        param("limit", Int, "at least so much"),
        param("spend", Int, "how much it costs"),
    ];
    const CHANGES: Sides = Sides::First;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        SpawnIfHasMore {
            resource: names.known(p, "resource"),
            stype: names.known(p, "stype"),
            limit: p.int("limit").unwrap_or(0),
            spend: p.int("spend").unwrap_or(0),
            prob: p.double("prob").unwrap_or(1.0),
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        t.scores(call, false);
        if t.live.d.rng.succeeds(self.prob) && t.amount(call.a(), self.resource) >= self.limit {
            self.spawn(t, call);
        }
    }

    fn resource(&self) -> Option<TypeId> {
        Some(self.resource)
    }

    fn makes(&self) -> Option<TypeId> {
        Some(self.stype)
    }
}

#[derive(Debug)]
pub(crate) struct SpawnIfHasLess {
    resource: TypeId,
    stype: TypeId,
    limit: i32,
    prob: f64,
}

impl Rule for SpawnIfHasLess {
    const NAME: &'static str = "spawnIfHasLess";
    const STAYS: bool = true;
    const DOC: &'static str = "Makes a sprite where the first is if it holds at most limit of a resource.";
    const PARAMS: &'static [ParamSpec] =
        &[sprite("resource", "the resource"), PRODUCT, param("limit", Int, "at most so much")];
    const CHANGES: Sides = Sides::Neither;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        SpawnIfHasLess {
            resource: names.known(p, "resource"),
            stype: names.known(p, "stype"),
            limit: p.int("limit").unwrap_or(0),
            prob: p.double("prob").unwrap_or(1.0),
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        t.scores(call, false);
        if t.live.d.rng.succeeds(self.prob) && t.amount(call.a(), self.resource) <= self.limit {
            t.spawn_on(self.stype, call.a());
            t.scores(call, true);
        }
    }

    fn makes(&self) -> Option<TypeId> {
        Some(self.stype)
    }
}

#[derive(Debug)]
pub(crate) struct SpawnIfCounterSubTypes {
    stype: TypeId,
    estype: TypeId,
    counted: TypeId,
    limit: i32,
    subtypes: i32,
}

impl Rule for SpawnIfCounterSubTypes {
    const NAME: &'static str = "spawnIfCounterSubTypes";
    const DOC: &'static str = "Makes stype where the first is if stypeCount has limit sprites in the right number of sub-types, else estype.";
    const PARAMS: &'static [ParamSpec] = &[
        PRODUCT,
        product("estype", "what is made otherwise"),
        sprite("stypeCount", "what is counted"),
        param("limit", Int, "exactly so many"),
        param("subTypesNum", Int, "half the number of sub-types that have sprites"),
    ];
    const CHANGES: Sides = Sides::Neither;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        SpawnIfCounterSubTypes {
            stype: names.known(p, "stype"),
            estype: names.known(p, "estype"),
            counted: names.known(p, "stypeCount"),
            limit: p.int("limit").unwrap_or(0),
            subtypes: p.int("subTypesNum").unwrap_or(-1),
        }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let holds =
            t.alive(self.counted) == self.limit && t.populated_subtypes(self.counted) / 2 == self.subtypes;
        t.scores(call, holds);
        t.set_switch(call, switch::COUNT, holds);
        t.spawn_on(if holds { self.stype } else { self.estype }, call.a());
    }
}

#[derive(Debug)]
pub(crate) struct SpawnBehind {
    stype: TypeId,
    prob: f64,
}

impl Rule for SpawnBehind {
    const NAME: &'static str = "spawnBehind";
    const DOC: &'static str = "Makes a sprite where the second has just come from.";
    const PARAMS: &'static [ParamSpec] = &[PRODUCT];
    const NEEDS: Sides = Sides::Second;
    const CHANGES: Sides = Sides::Neither;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        SpawnBehind { stype: names.known(p, "stype"), prob: p.double("prob").unwrap_or(1.0) }
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
    stype: Option<TypeId>,
    prob: f64,
    step_back: bool,
}

impl Beside {
    const PARAMS: &'static [ParamSpec] = &[
        required("stype", ParamKind::NewSprite, "what is made"),
        param("stepBack", Bool, "beside where the second has just come from"),
    ];

    fn compile(p: &Params, names: &Names<'_>) -> Beside {
        Beside {
            stype: names.get(p, "stype"),
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
    ($($type:ident $name:literal $doc:literal ($dx:literal, $dy:literal);)*) => {$(
        #[derive(Debug)]
        pub(crate) struct $type(Beside);

        impl Rule for $type {
            const NAME: &'static str = $name;
            const DOC: &'static str = $doc;
            const PARAMS: &'static [ParamSpec] = Beside::PARAMS;
            const NEEDS: Sides = Sides::Second;
            const CHANGES: Sides = Sides::Neither;

            fn compile(p: &Params, names: &Names<'_>) -> Self {
                $type(Beside::compile(p, names))
            }

            fn run(&self, t: &mut Tick<'_>, call: Call) {
                self.0.run(t, call, $dx, $dy);
            }
        }
    )*};
}

beside! {
    SpawnAbove "spawnAbove" "Makes a sprite above the second." (0, -1);
    SpawnBelow "spawnBelow" "Makes a sprite below the second." (0, 1);
    SpawnLeft "spawnLeft" "Makes a sprite left of the second." (-1, 0);
    SpawnRight "spawnRight" "Makes a sprite right of the second." (1, 0);
}

#[derive(Debug)]
pub(crate) struct UpdateSpawnType {
    stype: TypeId,
    spawn_point: TypeId,
}

impl Rule for UpdateSpawnType {
    const NAME: &'static str = "updateSpawnType";
    const DOC: &'static str =
        "Changes what spawners make: stype from now on, for random ones instead of the second's type.";
    const PARAMS: &'static [ParamSpec] =
        &[product("stype", "what they make"), sprite("spawnPoint", "the type of the spawners")];
    const NEEDS: Sides = Sides::Neither;
    const CHANGES: Sides = Sides::Neither;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        UpdateSpawnType { stype: names.known(p, "stype"), spawn_point: names.known(p, "spawnPoint") }
    }

    fn run(&self, t: &mut Tick<'_>, call: Call) {
        let stype = i32::from(self.stype);
        let w = t.w;
        for &u in &w.types[usize::from(self.spawn_point)].subtypes {
            let class = t.info(u).class;
            t.each_of(u, |t, r| {
                let Ok(slot) = r.resolve() else { return };
                match class {
                    Some(Class::SpawnPoint | Class::Bomber | Class::RandomBomber) => {
                        t.live.d.sprites[slot].target = stype;
                    }
                    Some(Class::BomberRandomMissile) if call.b().is_some() => {
                        let old = i32::from(t.kind(call.b()));
                        t.replace_missile(slot, old, stype);
                    }
                    _ => {}
                }
            });
        }
    }
}

impl Tick<'_> {
    /// Replaces one of the types that a BomberRandomMissile chooses from.
    fn replace_missile(&mut self, slot: usize, old: i32, new: i32) {
        let lists = &mut self.live.d.missiles;
        let at = lists.iter().position(|(s, _)| usize::from(*s) == slot).unwrap_or_else(|| {
            let kind = self.live.d.sprites[slot].kind;
            lists.push((slot as u16, self.w.types[usize::from(kind)].stypes.clone()));
            lists.len() - 1
        });
        if let Some(entry) = lists[at].1.iter_mut().find(|t| **t == old) {
            *entry = new;
        }
    }
}
