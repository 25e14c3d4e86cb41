// Finds resources that a browser would load from another origin. Other addresses (SVG namespaces, links, texts of
// messages) are allowed.
const FOREIGN = String.raw`(?:https?:)?//[\w.-]+`;
const QUOTED = `["'\`]${FOREIGN}`;

const LOADS = {
  css: [String.raw`url\(\s*["']?${FOREIGN}`, String.raw`@import\s+["']${FOREIGN}`],
  html: [
    `<(?:script|img|iframe|source|video|audio|embed)\\b[^>]*\\b(?:src|srcset)=\\s*${QUOTED}`,
    `<link\\b[^>]*\\bhref=\\s*${QUOTED}`,
  ],
  js: [
    String.raw`\b(?:import|from)\s*${QUOTED}`,
    String.raw`\b(?:import|fetch|importScripts|Worker|EventSource|WebSocket)\(\s*${QUOTED}`,
    String.raw`\.(?:src|srcset)\s*=\s*${QUOTED}`,
    String.raw`\b(?:src|srcSet|srcset)\s*:\s*${QUOTED}`,
  ],
};

/** Returns the parts of a bundle file that load from another origin, verbatim. */
export function foreignLoads(name, text) {
  const patterns = LOADS[name.slice(name.lastIndexOf('.') + 1)] ?? [];
  return patterns.flatMap((pattern) => text.match(new RegExp(pattern, 'g')) ?? []);
}
