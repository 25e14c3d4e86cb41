/**
 * Quill hands plain text to the browser as HTML, which the site's Content-Security-Policy refuses. Where the
 * editor is loaded, and only there, such text is let through when it stays in a tree in which nothing runs
 * (`DOMParser`); anywhere else it is cut down to what may stand in a post.
 *
 * It belongs to the document and not to the address: whoever comes here from a reader's page without
 * loading the site anew has it as well.
 */
import { htmlPolicy } from '../../../shared/trusted-types';
import { allowedHtml } from '../html/allowed';

const INERT = 'DOMParser parseFromString';

htmlPolicy('default', (html, _type, sink) => (sink === INERT ? html : allowedHtml(html)));
