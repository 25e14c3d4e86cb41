/** Videos of the known players in a box of 16:9; no other frame is let into the page. */

const PLAYERS = new Set(['www.youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com']);

export function prepareVideos(fragment: DocumentFragment): void {
  fragment.querySelectorAll('iframe').forEach((frame) => {
    if (!isPlayer(frame.getAttribute('src') ?? '')) {
      frame.remove();
      return;
    }
    frame.setAttribute('loading', 'lazy');
    frame.title ||= 'Video';
    frame.setAttribute('allow', 'fullscreen; picture-in-picture; encrypted-media');
    const box = document.createElement('div');
    box.className = 'video';
    frame.replaceWith(box);
    box.append(frame);
  });
}

function isPlayer(source: string): boolean {
  return (
    URL.canParse(source) && PLAYERS.has(new URL(source).hostname) && source.startsWith('https:')
  );
}
