//! One page that needs nothing but itself.

use super::plots::{Plot, escape};
use super::table::{Align, Table};
use std::fmt::Write;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #222; --soft: #555; --paper: #fff; --line: #ddd; --band: #f7f7f7; --link: #0072b2; --warn: #fff8e8; --hover: #f5f8fb; --grid: #e3e3e3; --axis: #888; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e6ea; --soft: #a8adb6; --paper: #16181c; --line: #3a3f47; --band: #1e2126; --link: #6cb8f0; --warn: #2c2616; --hover: #20252c; --grid: #2f343b; --axis: #7c828c; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .6rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
p.lead { color: var(--soft); margin: 0 0 1rem; }
p.note { color: var(--soft); font-size: .85rem; margin: .5rem 0 0; max-width: 48rem; }
nav a { margin-right: 1rem; white-space: nowrap; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
ul.warnings { border-left: 4px solid #e69f00; background: var(--warn); margin: 1rem 0; padding: .6rem 1rem .6rem 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; border-top: 2px solid var(--ink); border-bottom: 2px solid var(--ink); }
th, td { padding: .22rem .7rem; text-align: left; vertical-align: baseline; }
th, .r { white-space: nowrap; }
thead th { border-bottom: 1px solid var(--ink); font-weight: 600; }
.r { text-align: right; }
tbody tr:hover { background: var(--hover); }
tr.total td { border-top: 1px solid var(--ink); }
td b { font-weight: 700; }
svg { display: block; max-width: 100%; height: auto; }
svg text.ink { fill: var(--ink); } svg text.soft { fill: var(--soft); } svg rect.paper, svg circle.paper { fill: var(--paper); } svg rect.band { fill: var(--band); }
svg line.ink { stroke: var(--ink); } svg line.grid { stroke: var(--grid); } svg line.axis { stroke: var(--axis); } svg .rim { stroke: var(--paper); }
figure { margin: 0; }
figure + figure { margin-top: 1.5rem; }
pre { background: var(--band); padding: .8rem 1rem; overflow-x: auto; font-size: .82rem; }
@page { margin: 14mm; }
@media print {
  :root { color-scheme: light; --ink: #222; --soft: #555; --paper: #fff; --line: #ddd; --band: #f7f7f7; --link: #0072b2; --warn: #fff8e8; --grid: #e3e3e3; --axis: #888; }
  body { font-size: 10pt; } main { max-width: none; padding: 0; } nav { display: none; }
  .scroll { overflow: visible; } table { font-size: 7.5pt; } th, td { padding: .12rem .35rem; }
  section, figure, tr { break-inside: avoid; } section.long { break-inside: auto; } h2 { break-after: avoid; }
  tbody tr:hover { background: none; }
}
";

/// Rows from which a section may be broken over printed pages.
const LONG: usize = 25;

/// What the page says.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// Heading.
    pub title: &'a str,
    /// A line below the heading.
    pub lead: &'a str,
    /// What the reader should know first.
    pub warnings: &'a [String],
    /// Plots and tables; a plot stands before the table of the same name.
    pub plots: &'a [Plot],
    /// Tables.
    pub tables: &'a [Table],
    /// Configurations of the runs, as TOML.
    pub configurations: &'a [String],
}

impl Page<'_> {
    /// The page.
    pub fn to_html(self) -> String {
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n<p class=\"lead\">{lead}</p>\n",
            title = escape(self.title),
            lead = escape(self.lead),
        );
        self.write_contents(&mut out);
        if !self.warnings.is_empty() {
            let items: String =
                self.warnings.iter().map(|text| format!("<li>{}</li>\n", escape(text))).collect();
            let _ = writeln!(out, "<ul class=\"warnings\">\n{items}</ul>");
        }
        let mut tables: Vec<&Table> = self.tables.iter().collect();
        if let Some(first) = tables.first() {
            write_table(&mut out, first);
            tables.remove(0);
        }
        for plot in self.plots {
            let long = if plot.parts.len() > 1 { " class=\"long\"" } else { "" };
            let figures: String = plot
                .parts
                .iter()
                .map(|part| format!("<figure class=\"scroll\">\n{}</figure>\n", part.to_svg()))
                .collect();
            let _ = writeln!(
                out,
                "<section id=\"plot-{}\"{long}><h2>{}</h2>\n{figures}</section>",
                plot.name,
                escape(plot.title),
            );
        }
        for table in tables {
            write_table(&mut out, table);
        }
        for configuration in self.configurations {
            let _ = writeln!(
                out,
                "<section><h2>Configuration</h2>\n<pre>{}</pre></section>",
                escape(configuration)
            );
        }
        out.push_str("</main>\n</body>\n</html>\n");
        out
    }

    fn write_contents(&self, out: &mut String) {
        let tables = self.tables.iter().map(|table| (format!("table-{}", table.name), table.title.as_str()));
        let plots = self.plots.iter().map(|plot| (format!("plot-{}", plot.name), plot.title));
        let links: String = (tables.clone().take(1))
            .chain(plots)
            .chain(tables.skip(1))
            .map(|(id, title)| format!("<a href=\"#{id}\">{}</a>\n", escape(title)))
            .collect();
        let _ = writeln!(out, "<nav>\n{links}</nav>");
    }
}

fn write_table(out: &mut String, table: &Table) {
    let class = |align: &Align| if *align == Align::Right { " class=\"r\"" } else { "" };
    let long = if table.rows.len() > LONG { " class=\"long\"" } else { "" };
    let _ = writeln!(
        out,
        "<section id=\"table-{}\"{long}><h2>{}</h2>\n<div class=\"scroll\"><table>",
        table.name,
        escape(&table.title)
    );
    let heads: String = table
        .columns
        .iter()
        .map(|(head, align)| format!("<th{}>{}</th>", class(align), escape(head)))
        .collect();
    let _ = writeln!(out, "<thead><tr>{heads}</tr></thead>\n<tbody>");
    for (index, row) in table.rows.iter().enumerate() {
        let total = if index + table.totals == table.rows.len() && table.totals > 0 {
            " class=\"total\""
        } else {
            ""
        };
        let places: String = (row.iter().zip(&table.columns))
            .map(|(place, (_, align))| {
                // Long agents may be broken between their parts.
                let text = escape(&place.text).replace('+', "+<wbr>").replace(',', ",<wbr>");
                let text = if place.strong { format!("<b>{text}</b>") } else { text };
                format!("<td{}>{text}</td>", class(align))
            })
            .collect();
        let _ = writeln!(out, "<tr{total}>{places}</tr>");
    }
    let _ = writeln!(out, "</tbody></table></div>");
    if !table.note.is_empty() {
        let _ = writeln!(out, "<p class=\"note\">{}</p>", escape(&table.note));
    }
    let _ = writeln!(out, "</section>");
}
