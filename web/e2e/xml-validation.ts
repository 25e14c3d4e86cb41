/** Validation of the feed by libxml2 and of the sitemap by the schema of sitemaps.org. */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';

import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { ErrorLevel, XMLToSitemapIndexStream } from 'sitemap';

const ATOM = { a: 'http://www.w3.org/2005/Atom' };
const ELEMENTS =
  'feed entry id title subtitle summary updated published author contributor name uri email link category ' +
  'content generator icon logo rights source';

/** Sections of RFC 4287, each with an XPath expression that finds violations. */
const VIOLATIONS: [section: string, expression: string][] = [
  ['1.2 elements of Atom alone', '//*[namespace-uri() != "http://www.w3.org/2005/Atom"]'],
  ['1.2 known elements', `//a:*[not(contains(" ${ELEMENTS} ", concat(" ", local-name(), " ")))]`],
  ['2 one feed', '/*[not(self::a:feed)]'],
  [
    '3.1.1 types of texts',
    '//a:title[@type and not(@type="text" or @type="html" or @type="xhtml")]',
  ],
  ['3.1.1 texts without children', '//*[self::a:title or self::a:subtitle or self::a:content][*]'],
  ['3.2.1 people with one name', '//a:author[count(a:name) != 1 or not(normalize-space(a:name))]'],
  ['4.1.1 one id', '//*[self::a:feed or self::a:entry][count(a:id) != 1]'],
  ['4.1.1 one title', '//*[self::a:feed or self::a:entry][count(a:title) != 1]'],
  ['4.1.1 one time of change', '//*[self::a:feed or self::a:entry][count(a:updated) != 1]'],
  ['4.1.1 an author of each entry', '//a:entry[not(a:author) and not(/a:feed/a:author)]'],
  [
    '4.1.1 at most one of each',
    '/a:feed[a:subtitle[2] or a:icon[2] or a:logo[2] or a:generator[2]]',
  ],
  ['4.1.1 a link to itself', '/a:feed[count(a:link[@rel="self"]) != 1]'],
  [
    '4.1.1 one page',
    '//*[self::a:feed or self::a:entry][count(a:link[@rel="alternate" and @type="text/html"]) != 1]',
  ],
  [
    '4.1.1 at most one alternative of a type',
    '//a:link[@rel="alternate" and @type = preceding-sibling::a:link[@rel="alternate"]/@type]',
  ],
  [
    '4.1.1 metadata before the entries',
    '/a:feed/*[not(self::a:entry)][preceding-sibling::a:entry]',
  ],
  ['4.1.2 at most one of each', '//a:entry[a:content[2] or a:published[2] or a:summary[2]]'],
  ['4.1.3.1 types of contents', '//a:content[not(@type="html")]'],
  ['4.2.2 categories with a term', '//a:category[not(@term)]'],
  [
    '4.2.6 ids of their own',
    '//a:entry[a:id = preceding-sibling::a:entry/a:id or a:id = /a:feed/a:id]',
  ],
  ['4.2.7 links with an address', '//a:link[not(@href)]'],
];
const TIMES = '//a:updated | //a:published';
const ADDRESSES = '//a:id | //a:icon | //a:link/@href | //a:uri';
/** RFC 3339 with the capital letters that RFC 4287 §3.3 requires. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Returns the violations of RFC 4287, each with its section. */
export function atomViolations(xml: string): string[] {
  using document = XmlDocument.fromString(xml);
  const violations = VIOLATIONS.filter(
    ([, expression]) => document.find(expression, ATOM).length > 0,
  );
  const times = texts(document, TIMES).filter((time) => !TIME.test(time));
  const relative = texts(document, ADDRESSES).filter((address) => !URL.canParse(address));
  return [
    ...violations.map(([section]) => section),
    ...times.map((time) => `3.3 ${time} is no time`),
    ...relative.map((address) => `4.2.6 ${address} is not absolute`),
  ];
}

/** Returns the texts that an XPath expression finds in a feed, with `a` for the Atom namespace. */
export function textsOfFeed(xml: string, expression: string): string[] {
  using document = XmlDocument.fromString(xml);
  return texts(document, expression);
}

function texts(document: XmlDocument, expression: string): string[] {
  return document.find(expression, ATOM).map((node) => node.content);
}

/** Throws unless a document is a urlset by the schema of sitemaps.org, which the package `sitemap` contains. */
export function assertUrlset(xml: string): void {
  const schema = new URL('../node_modules/sitemap/schema/sitemap.xsd', import.meta.url);
  using source = XmlDocument.fromBuffer(readFileSync(schema));
  using validator = XsdValidator.fromDoc(source);
  using document = XmlDocument.fromString(xml);
  validator.validate(document);
}

/** Returns the addresses of the parts in a sitemap index; throws if the document is no index. */
export async function partsOfIndex(xml: string): Promise<string[]> {
  using document = XmlDocument.fromString(xml);
  const strict = new XMLToSitemapIndexStream({ level: ErrorLevel.THROW });
  const parts = (await Readable.from([document.toString()]).pipe(strict).toArray()) as {
    url: string;
  }[];
  return parts.map((part) => part.url);
}
