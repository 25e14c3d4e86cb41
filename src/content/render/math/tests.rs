use std::time::{Duration, Instant};

use super::super::{render_article, render_preview};
use super::*;

/// The time limit for one formula. Tests are compiled without optimisation.
const TIME_MAX: Duration = Duration::from_millis(200);

fn escaped(tex: &str) -> String {
    let mut html = String::new();
    parse::write_escaped(&mut html, tex, false);
    html
}

fn displayed(tex: &str) -> String {
    let html = format!("<pre><code class=\"language-math\">{}</code></pre>", escaped(tex));
    render_article(&html, &|_| None).html
}

fn inline(tex: &str) -> String {
    let html = format!("<p>a <code class=\"language-math\">{}</code> b</p>", escaped(tex));
    render_article(&html, &|_| None).html
}

#[test]
fn converts_formulas_in_a_line_and_on_their_own() {
    assert_eq!(
        inline("x<1"),
        "<p>a <math><semantics><mrow><mi>x</mi><mo>&lt;</mo><mn>1</mn></mrow>\
         <annotation encoding=\"application/x-tex\">x&lt;1</annotation></semantics></math> b</p>"
    );
    assert_eq!(
        displayed("\nx\n"),
        "<div class=\"math scroller\" data-label=\"Formula 1\"><math display=\"block\"><semantics><mi>x</mi>\
         <annotation encoding=\"application/x-tex\">x</annotation></semantics></math></div>"
    );
}

#[test]
fn converts_the_usual_commands_and_environments() {
    for tex in [
        r"\frac{a}{b} + \dfrac12 + \tfrac{1}{2} + \binom{n}{k} + \cfrac{1}{1+\cfrac{1}{x}}",
        r"\begin{matrix} a & b \\ c & d \end{matrix}",
        r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix} \begin{bmatrix} a \\ b \end{bmatrix}",
        r"\begin{vmatrix} a & b \\ c & d \end{vmatrix} \begin{Bmatrix} x \end{Bmatrix}",
        r"\begin{array}{c|c} a & b \\ \hline c & d \end{array}",
        r"\begin{aligned} KL(\hat{y} || y) &= \sum_{c=1}^{M}\hat{y}_c \log{\frac{\hat{y}_c}{y_c}} \\ JS &= 1 \end{aligned}",
        r"\begin{align} a &= b + c \\ &= d \end{align}",
        r"\begin{align*} a &= b \\ c &= d \end{align*}",
        r"\begin{equation} E = mc^2 \end{equation}",
        r"\begin{gather} a=b \\ e=b+c \end{gather}",
        r"f(x) = \begin{cases} x^2 & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\sum_{i=1}^{n} i = \prod_{k} k \quad \coprod \bigcup_{n} A_n \bigoplus",
        r"\int_0^\infty e^{-x^2}\,dx = \oint \iint_D \lim_{x \to 0} \sup \max_a",
        r"\sqrt{x} + \sqrt[3]{x^2+1}",
        r"\hat{a} \bar{b} \tilde{c} \vec{d} \dot{e} \ddot{f} \overline{gh} \widehat{ij} \underline{k} \overrightarrow{AB}",
        r"\alpha \beta \gamma \Gamma \varepsilon \vartheta \Omega \phi \varphi \digamma",
        r"\text{for all } \textbf{bold} \textit{it} \texttt{tt} \mathrm{d}x \mathbf{v} \mathcal{L} \mathfrak{g} \mathscr{F} \mathsf{S} \boldsymbol{\beta}",
        r"\mathbb{R} \subset \mathbb{C}, \forall \exists \in \notin \emptyset \infty \partial \nabla \hbar \ell",
        r"\operatorname{argmax}_\theta \operatorname*{arg\,min}_x \sin \log \det \gcd \bmod p \pmod{n}",
        r"\left( \frac{a}{b} \right) \left\{ x \,\middle|\, y \right\} \left[ z \right. \big( \Bigg\rangle \lfloor x \rfloor \lceil y \rceil \|v\|",
        r"\underbrace{a + b}_{n} \overbrace{c}^{m} \overset{!}{=} \underset{x}{\to} \stackrel{d}{=}",
        r"a \leq b \geq c \neq d \approx e \equiv f \sim g \propto h \ll i \times j \cdot k \div l \pm m \mp n",
        r"\to \mapsto \Rightarrow \Leftrightarrow \longrightarrow \xrightarrow{f} \hookrightarrow \rightleftharpoons",
        r"\ldots \cdots \vdots \ddots \dots a\;b\!c\quad d\qquad e \prime f''",
        r"\color{red} x + \textcolor{blue}{y}",
        r"\boxed{z} \pmb{x} \dotsc",
        r"\begin{equation}\begin{split} a &= b \\ &= c \end{split}\end{equation}",
        r"\cancel{q}",
        r"\phantom{p}",
        r"\sum_{\substack{a\\b}}",
        r"\not= \mathbin{+}",
    ] {
        for html in [displayed(tex), inline(tex)] {
            assert!(html.contains("<math"), "{tex}\n{html}");
            assert!(!html.contains("language-math"), "{tex}\n{html}");
        }
    }
}

#[test]
fn keeps_the_source_of_formulas_that_cannot_be_shown() {
    for tex in [
        r"\unknown{x}",
        r"\frac{1}",
        r"\begin{x}",
        "{",
        r"\href{https://example.org}{x}",
        "",
    ] {
        let html = inline(tex);
        let is_source = html == format!("<p>a <code class=\"language-math\">{}</code> b</p>", escaped(tex));
        assert!(is_source || tex.is_empty(), "{html}");
        assert!(
            !html.contains("href=") && !html.contains("render-error"),
            "{html}"
        );
    }
    let code = displayed(r"\unknown{x}");
    assert!(code.starts_with("<div class=\"code-block\">"), "{code}");
}

#[test]
fn says_in_a_preview_why_a_formula_cannot_be_shown() {
    let preview = |html: &str| render_preview(html, &|_| None, &mut |_| Err(String::new())).html;
    let inline = preview("<p><code class=\"language-math\">\\unknown</code></p>");
    let (note, end) = (
        "<span class=\"render-error\" role=\"note\">The formula cannot be shown: ",
        "</span></p>",
    );
    assert!(
        inline.contains(note) && inline.ends_with(end) && inline.contains("\\unknown</code>"),
        "{inline}"
    );
    let long = format!(
        "<pre><code class=\"language-math\">{}</code></pre>",
        "x".repeat(2_001)
    );
    let displayed = preview(&long);
    let note = "<p class=\"render-error\" role=\"note\">The formula cannot be shown: It is longer than 2,000 characters.</p>";
    assert!(displayed.starts_with(note), "{displayed}");
}

/// Formulas that try to write markup, to load something, or to take long.
fn hostile() -> Vec<String> {
    let mut formulas: Vec<String> = [
        r"\text{<img src=x onerror=alert(1)>}",
        r"\text{</mtext></math><script>alert(1)</script>}",
        r#"\text{"><svg onload=alert(1)>} \mathrm{<script>}"#,
        r"\href{javascript:alert(1)}{x}",
        r"\url{javascript:alert(1)}",
        r"\class{evil}{x} \cssId{evil}{x}",
        r"\style{background:url(https://evil.example/)}{x}",
        r"\html{<img src=x onerror=alert(1)>} \htmlClass{a}{b} \htmlStyle{color:red}{x} \htmlData{a=b}{x}",
        r"\includegraphics{https://evil.example/a.png}",
        r"\color{red;background:url(https://evil.example/)}x",
        r#"\color{"onclick=alert(1)}x \textcolor{<b>}{x}"#,
        r#"\label{<img>} \tag{<script>alert(1)</script>} \eqref{\" onclick=alert(1)}"#,
        r"\begin{array}{<img>} a \end{array}",
        r"\operatorname{<script>alert(1)</script>}",
        r"\unicode{x3c} \char`\< \input{/etc/passwd} \write18{id} \catcode`\<=1",
        r"\def\a{\b\b}\def\b{\c\c}\def\c{\d\d}\def\d{xxxxxxxx}\a\a\a\a",
        r"\newcommand{\x}{\x\x}\x",
        "\u{0}\u{202e}\u{feff}<!--<script>",
        "<annotation-xml encoding=\"text/html\"><img src=x onerror=alert(1)></annotation-xml>",
        "]]><script>alert(1)</script>",
    ]
    .map(str::to_owned)
    .into();
    for part in [
        "{",
        "{}",
        "\\sqrt",
        "\\sqrt ",
        "\\sqrt{",
        "\\sqrt[",
        "\\left(",
        "\\left. ",
        "\\frac",
        "^",
        "x^{",
        "x_",
        "\\hat",
        "\\begin{matrix}",
        "\\begin{array}{c}",
        "\\overset{a}",
        "\\text{",
        "\\not",
        "'",
        "&",
        "\\\\",
        "\\mathbb",
        "\\color{red}",
        "\\displaystyle ",
        "\\middle|",
        "\\operatorname{",
        "\\substack{",
        "\\cfrac{1}{",
        "\\binom",
        "\\underbrace",
        "<",
        "&lt;",
    ] {
        for length in [199, 1_999, 3_000] {
            formulas.push(part.chars().cycle().take(length).collect());
            let opened = part.repeat(length / part.len() / 2);
            formulas.push(format!("{opened}x{}", "}".repeat(opened.matches('{').count())));
        }
    }
    formulas
}

#[test]
fn converts_no_formula_of_a_megabyte() {
    let tex = "{".repeat(1 << 20);
    let document = parse::parse("<p>").unwrap();
    let start = Instant::now();
    assert_eq!(
        mathml(&document.html_root(), &tex, MathDisplay::Block).err(),
        Some(MathError::Long)
    );
    assert!(start.elapsed() < TIME_MAX);
}

#[test]
fn runs_nothing_of_hostile_formulas_and_ends_soon() {
    for tex in hostile() {
        let beginning: String = tex.chars().take(60).collect();
        for show in [displayed, inline] {
            let start = Instant::now();
            let html = show(&tex);
            let time = start.elapsed();
            assert!(time < TIME_MAX, "{time:?} {beginning}");
            let document = parse::parse(&html).unwrap();
            for node in document.html_root().descendants_it().filter(NodeRef::is_element) {
                let name = node.qual_name_ref().unwrap().local.to_string();
                let is_around = ["div", "p", "pre", "button"].contains(&name.as_str());
                assert!(
                    is_around || ELEMENTS.contains(&name.as_str()),
                    "{name} {beginning}"
                );
                for attribute in node.attrs() {
                    let name = attribute.name.local.to_string();
                    assert!(
                        !name.starts_with("on") && name != "href" && name != "src",
                        "{name} {beginning}"
                    );
                    assert!(
                        name == "data-label" || !attribute.value.contains("url("),
                        "{beginning}"
                    );
                }
            }
        }
    }
}
