use std::time::{Duration, Instant};

use super::*;

/// The time for a drawing with its check. A debug build on a busy machine takes many times as long.
const TIME_MAX: Duration = Duration::from_millis(if cfg!(debug_assertions) { 8_000 } else { 250 });

/// A short diagram of every kind.
#[rustfmt::skip]
const KINDS: [&str; 31] = [
    "flowchart LR\n  Draft -->|review| Ready{Good?}\n  Ready -- yes --> Live([Live])\n  subgraph Later\n    Ready -.-> Bin[(Bin)]\n  end",
    "sequenceDiagram\n  participant R as Reader\n  R->>Server: GET /\n  alt found\n    Server-->>R: 200\n  else\n    Server-->>R: 404\n  end\n  Note over R: done",
    "classDiagram\n  class Post {\n    +String title\n    +publish() bool\n  }\n  Post <|-- Draft\n  Post \"1\" o-- \"*\" Comment : has",
    "stateDiagram-v2\n  [*] --> Draft\n  Draft --> Live : publish\n  state Live {\n    [*] --> Shown\n  }\n  Live --> [*]",
    "erDiagram\n  AUTHOR ||--o{ POST : writes\n  POST {\n    string title PK\n    int views\n  }",
    "journey\n  title A visit\n  section Read\n    Open: 5: Ada\n    Comment: 3: Ada, Bo",
    "gantt\n  title A plan\n  dateFormat YYYY-MM-DD\n  excludes weekends\n  section Write\n  Draft :a, 2026-01-05, 3d\n  Review :after a, 2d",
    "pie showData title Pets\n  \"Dogs\" : 3\n  \"Cats\" : 2.5",
    "quadrantChart\n  title Tasks\n  x-axis Low --> High\n  y-axis Late --> Soon\n  quadrant-1 Now\n  Write: [0.3, 0.6]",
    "requirementDiagram\n  requirement fast {\n    id: 1\n    text: quick\n    risk: low\n    verifymethod: test\n  }\n  element page {\n    type: html\n  }\n  page - satisfies -> fast",
    "gitGraph\n  commit\n  branch work\n  commit id: \"a\"\n  checkout main\n  merge work tag: \"v1\"",
    "C4Context\n  title Site\n  Person(r, \"Reader\")\n  System(s, \"Blog\", \"Serves posts\")\n  Rel(r, s, \"reads\")",
    "mindmap\n  root((Blog))\n    Posts\n      Drafts\n    Readers",
    "timeline\n  title Years\n  2024 : First post\n  2025 : Comments : Search",
    "zenuml\n  A.ask() {\n    B.answer()\n  }",
    "sankey-beta\nVisits,Read,10\nVisits,Left,4\nRead,Liked,3",
    "xychart-beta\n  title \"Views\"\n  x-axis [jan, feb, mar]\n  y-axis \"Views\" 0 --> 30\n  bar [10, 20, 15]\n  line [8, 22, 14]",
    "block-beta\n  columns 2\n  a[\"Web\"] b[\"Data\"]\n  a --> b",
    "packet-beta\n  0-15: \"Source\"\n  16-31: \"Target\"",
    "kanban\n  todo[To do]\n    one[Write]\n  done[Done]\n    two[Read]",
    "architecture-beta\n  group site(cloud)[Site]\n  service web(server)[Web] in site\n  service db(database)[Data] in site\n  web:R --> L:db",
    "radar-beta\n  axis a[\"Speed\"], b[\"Size\"], c[\"Ease\"]\n  curve x[\"Ours\"]{4, 3, 5}",
    "treemap-beta\n\"Site\"\n  \"Posts\": 10\n  \"Media\": 30",
    "venn-beta\n  set A\n  set B\n  union A,B",
    "wardley-beta\n  title Tea\n  anchor Reader [0.95, 0.6]\n  component Post [0.7, 0.5]\n  Reader -> Post",
    "ishikawa-beta\n  Slow page\n    Pictures\n      Too large\n    Scripts",
    "treeView-beta\n  \"src\"\n    \"main.rs\"\n    \"lib.rs\"",
    "railroad-beta\nentry = terminal(\"value\") ;\n",
    "swimlane-beta\nA-->B\n",
    "stateDiagram\n  A --> B",
    "graph TD\n  A --> B",
];

#[test]
fn draws_every_kind_of_diagram_in_both_schemes() {
    let mut failed = Vec::new();
    for source in KINDS {
        let [light, dark] = ColourScheme::ALL.map(|scheme| draw(source, scheme));
        match (light, dark) {
            (Ok(light), Ok(dark)) => {
                assert!(light.width > 20 && light.height > 20, "{source}");
                assert!(light != dark, "{source}");
            }
            (light, _) => failed.push((source, light.err())),
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn draws_the_same_each_time() {
    let draw = || draw(KINDS[0], ColourScheme::Dark).unwrap();
    assert_eq!(draw(), draw());
    assert!(draw().svg.contains(">Draft<"));
}

#[test]
fn says_why_a_diagram_is_not_drawn() {
    let reason = |source: &str| draw(source, ColourScheme::Light).unwrap_err();
    assert_eq!(reason(&"x".repeat(1 << 20)), DrawError::Long);
    assert!(matches!(reason("no such kind\n  A --> B"), DrawError::Invalid(_)));
    assert!(matches!(reason("flowchart LR\n  A -->"), DrawError::Invalid(_)));
    assert!(
        matches!(reason("flowchart LR\n  A --"), DrawError::Invalid(reason) if reason.starts_with("Unterminated"))
    );
    let many = format!("flowchart LR\n{}", "A-->B\n".repeat(3_000));
    assert!(matches!(reason(&many), DrawError::Large | DrawError::Slow));
    let days = "gantt\n  dateFormat YYYY-MM-DD\n  excludes weekends\n  A :2024-01-01, 99999999d";
    assert_eq!(reason(days), DrawError::LongPlan);
}

/// Diagrams that try to write markup, to change the drawing's style, to load something, or to take long.
fn hostile() -> Vec<String> {
    let mut sources: Vec<String> = [
        "flowchart LR\n  A[<img src=x onerror=alert(1)>] --> B[\"<script>alert(1)</script>\"]",
        "flowchart LR\n  A --> B\n  click A href \"javascript:alert(1)\" \"tip\" _blank\n  click B call alert(1)",
        "flowchart LR\n  A --> B\n  click A \"https://evil.example/\"",
        "flowchart LR\n  A@{ img: \"https://evil.example/a.png\", label: \"a\", w: 60, h: 60 }",
        "flowchart LR\n  A --> B\n  style A fill:url(https://evil.example/),stroke:red\n  classDef x fill:#f00,background:url(//evil.example)\n  class B x",
        "%%{init: {\"securityLevel\": \"loose\", \"themeCSS\": \"*{background:url(https://evil.example/)}\"}}%%\nflowchart LR\n  A[<img src=x onerror=alert(1)>]",
        "%%{init: {\"theme\": \"forest\", \"fontFamily\": \"x;}</style><script>alert(1)</script>\", \"look\": \"handDrawn\"}}%%\nflowchart LR\n  A --> B",
        "---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  themeVariables:\n    primaryColor: \"url(https://evil.example/)\"\n---\nflowchart LR\n  A[\"<iframe src='https://evil.example/'>\"]",
        "sequenceDiagram\n  participant A as <svg onload=alert(1)>\n  A->>A: </text><script>alert(1)</script>\n  link A: x @ javascript:alert(1)\n  links A: {\"x\": \"https://evil.example/\"}",
        "classDiagram\n  class A\n  click A href \"javascript:alert(1)\"\n  link A \"https://evil.example/\"",
        "gantt\n  dateFormat YYYY-MM-DD\n  A :a, 2026-01-01, 1d\n  click a href \"javascript:alert(1)\"",
        "kanban\n  a[A]\n    b[<img src=x onerror=alert(1)>]@{ ticket: \"javascript:alert(1)\" }",
        "pie title </title><script>alert(1)</script>\n  \"<img src=x onerror=alert(1)>\" : 1",
        "mindmap\n  root[\"<a href='javascript:alert(1)'>a</a>\"]\n    ::icon(fa fa-\"><script>)",
        "C4Context\n  Person(a, \"A\", $link=\"javascript:alert(1)\", $sprite=\"https://evil.example/a.png\")",
        "flowchart LR\n  accTitle: </title><script>alert(1)</script>\n  accDescr: </desc><svg onload=alert(1)>\n  A --> B",
        "flowchart LR\n  A[\"\u{0}\u{202e}&#x6a;avascript:alert(1) &lt;script&gt; ]]>\"] --> B",
    ]
    .map(str::to_owned)
    .into();
    let nested = |start: &str, open: &str, close: &str, count: usize| {
        format!("{start}\n{}{}", open.repeat(count), close.repeat(count))
    };
    for count in [100, 1_000] {
        sources.push(nested("flowchart TB", "subgraph a\n", "end\n", count));
        sources.push(nested("stateDiagram-v2", "state a {\n", "}\n", count));
        sources.push(nested("sequenceDiagram", "loop a\n", "end\n", count));
        sources.push(nested("block-beta", "block\n", "end\n", count));
        sources.push(nested("zenuml", "if(x) {\n", "}\n", count));
        sources.push(nested("railroad-beta\n x = ", "(", ")", count));
        sources.push(nested("flowchart LR\n A", "[", "]", count));
        sources.push(nested("flowchart LR\n A[\"", "<b>", "</b>", count));
        sources.push(nested("%%{init: ", "{\"a\":", "}", count));
        sources.push(nested("---\nconfig: ", "[", "]", count));
        sources.push(nested("classDiagram\n class A~", "List~", "~", count));
    }
    for (start, line, count) in [
        ("flowchart LR\n", "A & B & C & D --> E & F & G & H\n", 500),
        ("flowchart LR\n A[", "word ", 3_900),
        ("sequenceDiagram\n", "A->>B: x\n", 2_000),
        ("erDiagram\n", "A ||--o{ B : x\n", 1_200),
        ("gitGraph\n", "commit\n", 2_500),
        ("mindmap\n r\n", "  a\n", 4_000),
        ("%%", "{init: {}}%%\n%%", 1_000),
    ] {
        sources.push(format!("{start}{}", line.repeat(count)));
    }
    sources
}

#[test]
fn runs_nothing_of_hostile_diagrams_and_ends_soon() {
    draw(KINDS[0], ColourScheme::Light).unwrap();
    for source in hostile() {
        let beginning: String = source.chars().take(80).collect();
        let start = Instant::now();
        let drawn = draw(&source, ColourScheme::Light);
        let time = start.elapsed();
        assert!(time < TIME_MAX, "{time:?} {beginning}");
        let Ok(Drawing { svg, .. }) = drawn else { continue };
        let document = roxmltree::Document::parse(&svg).unwrap();
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            let name = node.tag_name().name();
            let forbidden = [
                "script",
                "a",
                "image",
                "foreignObject",
                "iframe",
                "img",
                "animate",
                "set",
            ];
            assert!(!forbidden.contains(&name), "{name} {beginning}");
            for attribute in node.attributes() {
                let (name, value) = (attribute.name(), attribute.value());
                assert!(!name.starts_with("on"), "{name} {beginning}");
                assert!(
                    !value.contains("evil") && !value.contains("javascript:"),
                    "{value} {beginning}"
                );
            }
            let is_style = name == "style";
            assert!(
                !is_style || !node.text().unwrap_or_default().contains("evil"),
                "{beginning}"
            );
        }
    }
}

#[test]
fn keeps_the_sites_style_whatever_the_diagram_says() {
    let plain = draw("flowchart LR\n  A --> B", ColourScheme::Light).unwrap();
    for settings in [
        "%%{init: {\"theme\": \"forest\", \"themeCSS\": \"* { fill: red }\", \"look\": \"handDrawn\"}}%%\n",
        "---\nconfig:\n  theme: dark\n  themeVariables:\n    primaryColor: \"#f00\"\n  fontSize: 40\n---\n",
    ] {
        let drawn = draw(&format!("{settings}flowchart LR\n  A --> B"), ColourScheme::Light).unwrap();
        assert_eq!(drawn, plain, "{settings}");
    }
}
