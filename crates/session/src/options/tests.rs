//! The lines, names and values of options, and that docs/uhp.md explains all of them.

use super::*;

/// The dialog of MzingaViewer breaks on other types, and on empty values.
#[test]
fn every_option_has_a_well_formed_line() {
    for line in Options::default().lines() {
        let fields: Vec<&str> = line.split(';').collect();
        assert!(fields.iter().all(|field| !field.is_empty() && !field.contains(' ')), "{line}");
        let expected = match fields[1] {
            "bool" => 4,
            "int" => 6,
            "enum" => 4 + Networks::default().iter().len(),
            other => panic!("a kind that viewers do not know: {other}"),
        };
        assert_eq!(fields.len(), expected, "{line}");
        assert_eq!(fields[2], fields[3], "{line}");
    }
}

#[test]
fn the_page_about_uhp_explains_every_option_and_no_other() {
    let page = include_str!("../../../../docs/uhp.md");
    let (_, section) = page.split_once("\n## Options\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let explained: Vec<&str> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name)
        .collect();
    let names: Vec<&str> = TABLE.iter().map(|entry| entry.name).collect();
    assert_eq!(explained, names);
    for alias in TABLE.iter().flat_map(|entry| entry.aliases) {
        assert!(section.contains(alias.name), "{}", alias.name);
    }
}

#[test]
fn options_are_listed_by_name() {
    assert!(TABLE.is_sorted_by_key(|entry| entry.name));
}

#[test]
fn set_changes_the_line_and_returns_the_effect() {
    let mut options = Options::default();
    assert_eq!(options.set("tablesizemib", "17"), Ok(Effect::OnEngine));
    assert_eq!(options.get("TableSizeMiB").unwrap(), "TableSizeMiB;int;17;64;1;65536");
    assert_eq!(options.table_mib, 17);
    assert_eq!(options.set("Verbose", "true"), Ok(Effect::OnSession));
    assert_eq!(options.get("Verbose").unwrap(), "Verbose;bool;True;False");
    assert!(options.verbose);
}

#[test]
fn networks_are_chosen_by_the_names_of_their_files() {
    let mut options = Options::default();
    assert_eq!(options.get("network").unwrap(), "Network;enum;BuiltIn;BuiltIn;BuiltIn");
    let error = options.set("Network", "big").unwrap_err().to_string();
    assert_eq!(error, "expected `BuiltIn` for `Network`, found `big`");
    for name in ["my net;1", "my net;1", "BUILTIN"] {
        options.networks.add(name, Network::default());
    }
    assert_eq!(options.set("Network", "MY_net_1-2"), Ok(Effect::OnEngine));
    assert_eq!(
        options.get("Network").unwrap(),
        "Network;enum;my_net_1-2;BuiltIn;BuiltIn;my_net_1;my_net_1-2;BUILTIN-2"
    );
    assert_eq!(options.network(), Network::default());
}

#[test]
fn other_games_have_the_engine_options_only() {
    let mut options = Options { only_engine: true, ..Options::default() };
    let names = |options: &Options| {
        let lines = options.lines();
        lines.iter().map(|line| line.split(';').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&options), ["NumThreads", "TableSizeMiB"]);
    assert_eq!(names(&Options::default()).len(), TABLE.len());
    assert!(options.set("Level", "3").is_err() && options.get("Verbose").is_err());
    assert_eq!(options.set("MaxHelperThreads", "1"), Ok(Effect::OnEngine));
}
