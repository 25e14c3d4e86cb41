use super::*;

fn inside(content: &str) -> Result<String, DrawError> {
    let svg = clean(&format!("<svg viewBox=\"0 0 10 20\">{content}</svg>"))?.svg;
    let inner = svg.split_once('>').unwrap().1;
    Ok(inner.strip_suffix("</svg>").unwrap().to_owned())
}

#[test]
fn keeps_what_drawings_are_made_of() {
    for content in [
        "<style>#d{fill:#fff;}#d &gt; g{marker-end:url(#a)}</style>",
        "<g id=\"a\" transform=\"translate(1, 2)\"><path d=\"M0 0\" style=\"fill:url(#b)\"/><text>a &lt;b&gt; &#233;</text></g>",
        "<use href=\"#a\"/>",
        "<title>A plan</title>",
    ] {
        assert_eq!(inside(content).unwrap(), content);
    }
}

#[test]
fn sets_the_size_from_the_view_box() {
    let drawing = clean("<svg width=\"100%\" style=\"max-width:9px\" viewBox=\"-1 -2 349.8 630\"/>").unwrap();
    assert_eq!((drawing.width, drawing.height), (350, 630));
    assert_eq!(
        drawing.svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"350\" \
         height=\"630\" viewBox=\"-1 -2 349.8 630\"/>"
    );
}

#[test]
fn removes_what_runs_loads_or_leads_elsewhere() {
    for (content, expected) in [
        ("<script>alert(1)</script><g/>", "<g/>"),
        ("<g onclick=\"alert(1)\" onload=\"alert(1)\"/>", "<g/>"),
        (
            "<a href=\"javascript:alert(1)\"><text>a</text></a>",
            "<text>a</text>",
        ),
        ("<a xlink:href=\"https://evil.example/\"><g/></a>", "<g/>"),
        (
            "<foreignObject><div xmlns=\"http://www.w3.org/1999/xhtml\"><img/></div></foreignObject>",
            "",
        ),
        ("<image href=\"https://evil.example/a.png\"/>", ""),
        ("<use href=\"https://evil.example/a.svg#b\"/>", "<use/>"),
        ("<use xlink:href=\"data:image/svg+xml,a\"/>", "<use/>"),
        ("<rect fill=\"url(https://evil.example/)\"/>", "<rect/>"),
        (
            "<rect style=\"fill:url( &quot;https://evil.example/&quot;)\"/>",
            "<rect/>",
        ),
        ("<rect style=\"fill:\\75rl(https://evil.example/)\"/>", "<rect/>"),
        (
            "<animate attributeName=\"href\" to=\"javascript:alert(1)\"/><set/>",
            "",
        ),
        ("<g><iframe/><x:script/><SCRIPT/></g>", "<g></g>"),
        ("<!-- a --><g/>", "<g/>"),
        ("<g><title>a<script/></title></g>", "<g></g>"),
    ] {
        assert_eq!(inside(content).unwrap(), expected, "{content}");
    }
}

#[test]
fn refuses_what_it_cannot_judge() {
    for svg in [
        "",
        "<html/>",
        "<svg/>",
        "<svg viewBox=\"0 0 10 20\">",
        "<svg viewBox=\"0 0 10 20\"><g></svg>",
        "<svg viewBox=\"0 0 a 20\"/>",
        "<svg viewBox=\"0 0 10 20\"/><svg viewBox=\"0 0 10 20\"/>",
        "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg viewBox=\"0 0 10 20\"/>",
        "<?xml-stylesheet href=\"https://evil.example/\"?><svg viewBox=\"0 0 10 20\"/>",
        "<svg viewBox=\"0 0 10 20\"><![CDATA[<script>]]></svg>",
        "<svg viewBox=\"0 0 10 20\"><style>@import url(https://evil.example/)</style></svg>",
        "<svg viewBox=\"0 0 10 20\"><style>a{b:url(//evil.example/)}</style></svg>",
        "<svg viewBox=\"0 0 10 20\"><style>a<script/></style></svg>",
        "<svg viewBox=\"0 0 10 20\"><style>a{b:u&#114;l(//evil.example/)}</style></svg>",
        "<svg viewBox=\"0 0 10 20\"><g a=\"1\" a=\"2\"/></svg>",
    ] {
        assert_eq!(clean(svg), Err(DrawError::Failed), "{svg}");
    }
    for side in ["NaN", "inf", "-1", "1e9"] {
        let svg = format!("<svg viewBox=\"0 0 10 {side}\"/>");
        assert_eq!(clean(&svg), Err(DrawError::Large), "{svg}");
    }
}
