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

// An announcement is dismissed once a browser, until its text changes: decided before the first paint, so that nothing
// moves. The button works whatever the client does.
(function () {
  var KEY = 'announcement';
  var shown = document.querySelector('meta[name="announcement"]');
  if (!shown) {
    return;
  }

  function hide() {
    document.documentElement.dataset.announcement = 'dismissed';
  }

  try {
    if (localStorage.getItem(KEY) === shown.content) {
      hide();
    }
  } catch {
    // A browser that keeps nothing shows it on every page.
  }

  addEventListener('click', function (event) {
    if (!event.target.closest('.announcement-dismiss')) {
      return;
    }
    hide();
    try {
      localStorage.setItem(KEY, shown.content);
    } catch {
      // It is hidden for this page only.
    }
    // The button is gone: readers of the screen go on with the page.
    var content = document.getElementById('content');
    if (content) {
      content.focus({ preventScroll: true });
    }
  });
})();

// Pages come as visitors see them. What only they need is not shown to others until the client has rendered theirs.
(function () {
  try {
    if (localStorage.getItem('token') || localStorage.getItem('adminToken')) {
      document.documentElement.dataset.signedIn = '';
    }
  } catch {
    // A browser that keeps nothing keeps nobody signed in.
  }
})();

// The page can be read as it came. What makes it lively is fetched once its first picture is there as well, so that
// neither shares a slow line with it; a picture that does not come holds nothing up.
(function () {
  var LONGEST_WAIT_MS = 1500;
  var RETRY_AFTER_MS = 300;
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
    setTimeout(startClient);
  }

  function startClient() {
    var entry = document.querySelector('meta[name="client"]');
    if (entry) {
      import(entry.content).catch(function () {
        setTimeout(function () {
          import(entry.content).catch(tellFailure);
        }, RETRY_AFTER_MS);
      });
    }
  }

  // The page can be read without the client: it says what is missing, and changes nothing else.
  function tellFailure() {
    whyMissing().then(function (reason) {
      dispatchEvent(new CustomEvent('missingclient', { detail: reason }));
    });
  }

  function whyMissing() {
    if (!navigator.onLine) {
      return Promise.resolve('offline');
    }
    var entry = document.querySelector('meta[name="client"]').content;
    return fetch(entry, { method: 'HEAD', cache: 'no-store' }).then(
      function (response) {
        return response.status === 404 ? 'updated' : 'failed';
      },
      function () {
        return 'offline';
      },
    );
  }

  addEventListener('clientfailure', tellFailure);

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

// A stylesheet that failed is asked for once more, and again when the connection is back: the client asks only once.
(function () {
  var RETRY_AFTER_MS = 100;
  var again = [];

  function load(failed) {
    var link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = failed.href;
    again.push(link);
    failed.replaceWith(link);
  }

  addEventListener(
    'error',
    function (event) {
      var link = event.target;
      if (link.localName !== 'link' || link.rel !== 'stylesheet') {
        return;
      }
      if (again.includes(link)) {
        addEventListener('online', load.bind(null, link), { once: true });
      } else {
        setTimeout(load, RETRY_AFTER_MS, link);
      }
    },
    true,
  );
})();

// A press on a button that nothing listens to yet is not lost: the last one is marked, and the client presses it again.
(function () {
  addEventListener('click', function (event) {
    var root = document.getElementById('root');
    var pressed = event.target.closest('button[type="button"]');
    if (!root || 'drawn' in root.dataset || !pressed || !root.contains(pressed)) {
      return;
    }
    root.querySelectorAll('[data-pressed]').forEach(function (earlier) {
      delete earlier.dataset.pressed;
    });
    pressed.dataset.pressed = '';
  });
})();

// What the page tells of itself, over its lower edge: no connection, an update of the site, code that did not come. It
// is shown from here because this script is there whatever is not.
(function () {
  var OFFLINE = 'You are offline. You can go on reading what is here.';
  var OFFLINE_PIECE = 'You are offline. This needs the connection: try again once it is back.';
  var UPDATED = 'The site was updated.';
  var MISSING = {
    offline: 'The site cannot be reached. Check your connection and try again.',
    failed: 'A part of this page could not be loaded. Please try again.',
  };
  var MISSING_AGAIN = 'A part of this page could not be loaded.';
  var MISSING_CLIENT = {
    offline: 'The site cannot be reached. You can go on reading what is here.',
    failed: 'A part of this page could not be loaded. You can go on reading what is here.',
  };
  var isClientMissing = false;
  var failures = 0;
  var place = null;

  // Readers of the screen hear what changes in a region that they know already.
  function prepare() {
    place = document.createElement('div');
    place.className = 'notices';
    place.setAttribute('role', 'status');
    document.body.append(place);
  }

  function show(words, action, act) {
    var notice = document.createElement('div');
    notice.className = 'notice';
    var text = document.createElement('p');
    text.append(words);
    notice.append(text);
    var button = document.createElement('button');
    button.type = 'button';
    button.className = 'button button-small';
    button.append(action);
    button.addEventListener('click', act);
    notice.append(button);
    place.replaceChildren(notice);
  }

  function hide() {
    if (place) {
      place.replaceChildren();
    }
  }

  function reload() {
    location.reload();
  }

  function showOffline() {
    if (place) {
      show(OFFLINE, 'Dismiss', hide);
    }
  }

  function isUpdateShown() {
    return Boolean(place && place.textContent.includes(UPDATED));
  }

  // A region that is there for a moment before its first words.
  var SETTLED_MS = 200;

  addEventListener('offline', showOffline);

  addEventListener('online', function () {
    if (isClientMissing) {
      show(MISSING_CLIENT.failed, 'Reload', reload);
    } else if (!isUpdateShown()) {
      hide();
    }
  });

  addEventListener('missingcode', function (event) {
    if (event.detail === 'updated') {
      show(UPDATED, 'Reload', reload);
    } else if (!navigator.onLine) {
      show(OFFLINE_PIECE, 'Dismiss', hide);
    } else if (!isUpdateShown()) {
      failures += event.detail === 'failed' ? 1 : 0;
      // Some browsers do not ask again for code that failed once.
      if (failures > 1) {
        show(MISSING_AGAIN, 'Reload', reload);
      } else {
        show(MISSING[event.detail], 'Dismiss', hide);
      }
    }
  });

  addEventListener('missingclient', function (event) {
    isClientMissing = true;
    if (!navigator.onLine) {
      showOffline();
    } else {
      show(event.detail === 'updated' ? UPDATED : MISSING_CLIENT[event.detail], 'Reload', reload);
    }
  });

  addEventListener('DOMContentLoaded', function () {
    prepare();
    if (!navigator.onLine) {
      setTimeout(showOffline, SETTLED_MS);
    }
  });
})();
