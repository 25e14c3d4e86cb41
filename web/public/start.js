// Runs before the first paint, so that nobody sees the wrong theme for a moment.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // A browser that keeps nothing follows the system.
  }
  var dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document
    .querySelector('meta[name="theme-color"]')
    .setAttribute('content', dark ? '#171b24' : '#faf8f4');
})();

// The page can be read as it came. What makes it lively is fetched once its first picture is there as well, so that
// neither shares a slow line with it; a picture that does not come holds nothing up.
(function () {
  var LONGEST_WAIT_MS = 1500;
  var isStarted = false;

  function start() {
    if (isStarted) {
      return;
    }
    isStarted = true;
    // Each in a turn of its own: a slow phone takes a while to ask for one.
    document.querySelectorAll('link[rel="client"]').forEach(function (named) {
      setTimeout(preload, 0, named.href);
    });
    var entry = document.querySelector('meta[name="client"]');
    if (entry) {
      setTimeout(function () {
        import(entry.content);
      });
    }
  }

  function preload(address) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = address;
    document.head.append(link);
  }

  addEventListener('DOMContentLoaded', function () {
    setTimeout(start, LONGEST_WAIT_MS);
  });
  addEventListener('load', function () {
    // What has come is painted first; a page in the background never is.
    if (document.visibilityState === 'hidden') {
      start();
    } else {
      requestAnimationFrame(function () {
        setTimeout(start);
      });
    }
  });
})();

// A press on a button that nothing listens to yet is not lost: where it was is noted, and the client presses it again.
(function () {
  addEventListener('click', function (event) {
    var root = document.getElementById('root');
    var pressed = event.target.closest('button[type="button"]');
    if (!root || 'drawn' in root.dataset || !pressed || !root.contains(pressed)) {
      return;
    }
    var steps = [];
    for (var at = pressed; at !== root; at = at.parentElement) {
      steps.unshift(Array.prototype.indexOf.call(at.parentElement.children, at));
    }
    root.dataset.pressed = steps.join(' ');
  });
})();
