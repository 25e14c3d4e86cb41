import { describe, expect, it } from 'vitest';

import { idFromText, prepareHeadings } from './headings';

function fragmentOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

describe('prepareHeadings', () => {
  it('lists the headings with ids made from their text', () => {
    expect(
      prepareHeadings(fragmentOf('<h2>What’s <em>new</em>?</h2><p>x</p><h3>C++ &amp; Rust</h3>')),
    ).toEqual([
      { id: 'whats-new', text: 'What’s new?', level: 2 },
      { id: 'c-rust', text: 'C++ & Rust', level: 3 },
    ]);
  });

  it('keeps ids apart from each other, from the author’s and from those of the page', () => {
    const headings = prepareHeadings(
      fragmentOf('<h2>Setup</h2><h2>Setup</h2><h2>Comments</h2><p id="usage">x</p><h2>Usage</h2>'),
    );
    expect(headings.map(({ id }) => id)).toEqual(['setup', 'setup-2', 'comments-2', 'usage-2']);
  });

  it('keeps an id that the author gave', () => {
    const [heading] = prepareHeadings(fragmentOf('<h2 id="user-content-start">Start</h2>'));
    expect(heading?.id).toBe('user-content-start');
  });

  it('puts every heading a level lower when the author used the first level', () => {
    const fragment = fragmentOf('<h1 class="ql-align-center">A</h1><h2>B</h2><h6>C</h6>');
    expect(prepareHeadings(fragment).map(({ level }) => level)).toEqual([2, 3, 6]);
    expect(fragment.querySelector('h1')).toBeNull();
    expect(fragment.querySelector('h2')?.className).toBe('ql-align-center');
  });

  it('sets an anchor beside the heading, not into its name', () => {
    const fragment = fragmentOf('<h2>Größe</h2>');
    prepareHeadings(fragment);
    expect(fragment.querySelector('h2')?.textContent).toBe('Größe');
    const anchor = fragment.querySelector('h2 + a');
    expect(anchor?.getAttribute('href')).toBe(`#${encodeURIComponent('größe')}`);
    expect(anchor?.getAttribute('aria-label')).toBe('Link to “Größe”');
  });

  it('passes over empty headings', () => {
    expect(prepareHeadings(fragmentOf('<h2> </h2><h2><img src="/media/a.webp"></h2>'))).toEqual([]);
  });
});

describe('idFromText', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['  `fmt.Println` in Go 1.22  ', 'fmt-println-in-go-1-22'],
    ['日本語 見出し', '日本語-見出し'],
    ['???', 'section'],
  ])('of %j is %j', (text, id) => {
    expect(idFromText(text)).toBe(id);
  });
});
