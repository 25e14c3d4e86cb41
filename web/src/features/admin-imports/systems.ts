/** The systems that exports come from: how each hands them out, and where the manual says what comes along. */

export type ImportSystem = {
  /** The name on the wire. */
  kind: string;
  label: string;
  /** Where to get the export. */
  from: string;
  /** The part of the manual. */
  guide: string;
};

export const SYSTEMS = [
  {
    kind: 'ghost',
    label: 'Ghost',
    from: 'In Ghost Admin: Settings, Import/Export, Export. Put content/images into a zip with the JSON file for the pictures.',
    guide: 'ghost',
  },
  {
    kind: 'wordpress',
    label: 'WordPress',
    from: 'In the dashboard: Tools, Export, All content. Put wp-content/uploads into a zip with the XML file for the pictures.',
    guide: 'wordpress',
  },
  {
    kind: 'medium',
    label: 'Medium',
    from: 'Settings, Security and apps, Download your information; the zip comes by email.',
    guide: 'medium',
  },
  {
    kind: 'devto',
    label: 'dev.to',
    from: 'Settings, Account, Export content; the zip comes by email.',
    guide: 'dev-to',
  },
  {
    kind: 'hashnode',
    label: 'Hashnode',
    from: 'The dashboard of the blog, Export your articles; or the zip of its backup on GitHub.',
    guide: 'hashnode',
  },
  {
    kind: 'markdown',
    label: 'Markdown (Jekyll, Hugo, Astro, Eleventy)',
    from: 'The zip of the whole folder of the site, with its pictures; or a single Markdown file.',
    guide: 'markdown-jekyll-hugo-astro-eleventy-plain-folders',
  },
  {
    kind: 'disqus',
    label: 'Disqus comments',
    from: 'disqus.com/admin, Community, Export. Import the posts first.',
    guide: 'disqus',
  },
  {
    kind: 'commento',
    label: 'Commento or Comentario comments',
    from: 'The dashboard of the domain, Export data. Import the posts first.',
    guide: 'commento-and-comentario',
  },
  {
    kind: 'site',
    label: 'Another site of this kind',
    from: 'The zip that the other site has exported. Its staff and its settings come by the command line alone.',
    guide: 'leaving-and-moving-between-two-sites-of-this-kind',
  },
] as const satisfies readonly ImportSystem[];

/** Returns what a system is called; another version of the server may know more of them. */
export function systemLabel(kind: string): string {
  return SYSTEMS.find((system) => system.kind === kind)?.label ?? kind;
}

/** Returns the address of a part of the manual. */
export function guideAddress(guide: string): string {
  return `/api/docs/moving#${guide}`;
}
