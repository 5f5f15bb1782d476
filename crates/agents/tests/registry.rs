//! Agents as text.

use crate::common;

use common::coins;
use ludex_agents::registry::{Kind, Parameter, agents, aliases};
use ludex_agents::{AgentSpec, Budget, Rules, play};

fn canonical(text: &str) -> String {
    text.parse::<AgentSpec>().unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

fn error(text: &str) -> String {
    text.parse::<AgentSpec>().expect_err(text).to_string()
}

/// Values other than the default, as text: of choices all of them.
fn others(parameter: &Parameter) -> Vec<String> {
    let default = parameter.default.to_string();
    let one = match parameter.kind {
        Kind::Integer(min, max) => {
            if default == min.to_string() { max.min(min + 1) } else { min }.to_string()
        }
        Kind::Real(min, max) => if default == min.to_string() { max } else { min }.to_string(),
        Kind::Choice(words) => {
            return words.iter().filter(|word| **word != default).map(|word| word.to_string()).collect();
        }
        Kind::Switch => (default != "true").to_string(),
        Kind::Text => r#""some (text), in \"quotes\"""#.to_owned(),
    };
    vec![one]
}

/// A text for each of these parameters with each of those values.
fn with_each(name: &str, parameters: &[Parameter]) -> Vec<String> {
    let texts = |p: &Parameter| {
        others(p).into_iter().map(|value| format!("{name}({}={value})", p.name)).collect::<Vec<_>>()
    };
    parameters.iter().flat_map(texts).collect()
}

#[test]
fn every_agent_plays_as_usual_and_with_every_parameter_and_part() {
    let world = coins("MovingAvatar", "A.c\nl.g");
    for entry in agents() {
        let mut texts = vec![entry.name.to_owned()];
        texts.extend(with_each(entry.name, entry.parameters));
        for part in entry.parts {
            let with_part = format!("{}+{}", entry.name, part.name);
            texts.extend(with_each(&with_part, part.parameters));
            texts.push(with_part);
        }
        texts.push(entry.parts.iter().fold(entry.name.to_owned(), |text, part| text + "+" + part.name));
        for text in texts {
            let spec: AgentSpec = text.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(spec.to_string(), text);
            assert_eq!(spec.to_string().parse::<AgentSpec>().unwrap(), spec);
            let result = play(&world, 1, (&spec, 1), Rules::new(Budget::calls(20)));
            assert_eq!(result.players[0].disqualified, None, "{text}");
        }
    }
}

#[test]
fn names_are_unique_and_everything_is_explained() {
    let mut names: Vec<&str> = agents().map(|entry| entry.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), agents().count());
    for entry in agents() {
        assert!(!entry.about.is_empty() && !entry.description.is_empty() && !entry.source.is_empty());
        let parts = entry.parts.iter().flat_map(|part| part.parameters);
        let parameters: Vec<&Parameter> = entry.parameters.iter().chain(parts).collect();
        assert!(parameters.iter().all(|p| !p.help.is_empty()), "{}", entry.name);
        let usual = parameters.iter().all(|p| p.read(&p.default.to_string()) == Some(p.default));
        assert!(usual, "{}: a default is outside its range", entry.name);
    }
}

#[test]
fn aliases_stand_for_agents_with_parts() {
    for alias in aliases() {
        assert!(agents().all(|entry| entry.name != alias.name), "{}", alias.name);
        assert_eq!(canonical(alias.name), alias.text);
        assert!(!alias.about.is_empty());
    }
    assert_eq!(canonical("BFTI+ph"), "mcts+bfti+ph");
    assert_eq!(canonical("bfti+ph+nst"), "mcts+bfti+nst+ph");
    assert_eq!(canonical("bfti+tr(1.0)"), "mcts+bfti+tr(gamma=1)");
    assert_eq!(canonical("mcts+bfti+nst+ph+tr(0.6)+la+nbp+kbe+dgd"), canonical("soemers-all"));
    assert!(error("bfti(m=2)").contains("mcts+bfti"), "{}", error("bfti(m=2)"));
    assert!(error("bfti+bfti").contains("twice"));
    assert!(error("soemers").contains("soemers-all") || error("soemer-all").contains("soemers-all"));
}

#[test]
fn the_text_form_is_canonical() {
    assert_eq!(canonical(" SampleMCTS ( ) "), "samplemcts");
    assert_eq!(canonical("samplemcts(depth=10)"), "samplemcts");
    assert_eq!(canonical("samplemcts(Version=V1, DEPTH=5)"), "samplemcts(depth=5,version=v1)");
    assert_eq!(canonical("samplemcts(0.70,12)"), "samplemcts(c=0.7,depth=12)");
    assert_eq!(canonical("iw(3/2)"), "iw(width=3/2)");
}

#[test]
fn errors_say_what_to_do() {
    assert!(error("samplemtcs").contains("did you mean `samplemcts`?"), "{}", error("samplemtcs"));
    assert!(error("xyzzy").contains("ludex agents"));
    assert!(error("samplemcts(dept=3)").contains("did you mean `depth`?"));
    assert!(error("samplemcts(depth=0)").contains("a whole number from 1 to 2000"));
    assert!(error("samplemcts(depth=ten)").contains("`ten`"));
    assert!(error("samplemcts(c=nan)").contains("a number from 0"));
    assert!(error("samplemcts(version=v5)").contains("v1, v2, v3, v4"));
    assert!(error("samplemcts(depth=3,depth=4)").contains("twice"));
    assert!(error("samplemcts(1,2,v1,open,game,last,9)").contains("6 parameters"));
    assert!(error("random+nst").contains("no parts"));
    assert!(error("").contains("a name"));
}
