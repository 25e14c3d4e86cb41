/**
 * The default Trusted Types policy. The editor parses HTML, which the site's Content-Security-Policy blocks. The
 * policy allows it for inert trees (`DOMParser`); elsewhere it reduces the HTML to what is allowed in a post.
 *
 * It is loaded with the page of a post and stays for the lifetime of the document, also on other pages of the site.
 */
import { htmlPolicy } from '../../../shared/trusted-types';
import { allowedHtml } from './allowed';

const INERT = 'DOMParser parseFromString';

htmlPolicy('default', (html, _type, sink) => (sink === INERT ? html : allowedHtml(html)));
