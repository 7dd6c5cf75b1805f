// Leads to the hosted Apollo Sandbox with this gateway's endpoint.
import { copyText } from './copy.js';

const { document: example } = JSON.parse(document.getElementById('settings').textContent);
const endpoint = new URL('/graphql', location.href).href;
const link = document.getElementById('open');
const copy = document.getElementById('copy');

document.getElementById('endpoint').textContent = endpoint;
link.href += `?${new URLSearchParams({ endpoint, document: example })}`;
copy?.addEventListener('click', () => copyText(document.getElementById('credential').textContent, copy));
