export type ReceivedItem =
  | { kind: "email"; at: number; other: string; subject: string; text: string; html: string }
  | {
      kind: "text";
      channel: "sms" | "whatsapp";
      at: number;
      other: string;
      text: string;
      /** True for a message to Mila. */
      isAnswer: boolean;
      status: string;
    };

/** Shows messages as rendered, without running anything in them. */
export function inboxPage(items: ReceivedItem[]): string {
  const list = items
    .map((item) => (item.kind === "text" ? textItem(item) : emailItem(item)))
    .join("");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Inbox (${items.length})</title>
<style>${style}</style>
<h1>What Mila has sent</h1>
<p>None of this has left your machine.</p>
${list || "<p>Nothing yet.</p>"}
<script>${lookAgain(items.length)}</script>`;
}

function textItem({
  channel,
  at,
  other,
  text,
  isAnswer,
  status,
}: Extract<ReceivedItem, { kind: "text" }>): string {
  const name = channel === "sms" ? "SMS" : "WhatsApp";
  const way = isAnswer ? `from ${escape(other)}` : `to ${escape(other)}, ${escape(status)}`;
  const form = `<form method="post" action="/answer">
<input type="hidden" name="from" value="${escape(other)}"><input type="hidden" name="channel" value="${channel}">
<input name="body" required aria-label="Answer as ${escape(other)}" placeholder="Answer as ${escape(other)}">
<button>Send</button></form>`;
  return `<article class="${isAnswer ? "answer" : ""}"><header>${name} ${way} ${time(at)}</header>
<p class="text">${withLinks(text)}</p>${isAnswer ? "" : form}</article>`;
}

function emailItem({
  at,
  other,
  subject,
  text,
  html,
}: Extract<ReceivedItem, { kind: "email" }>): string {
  // Allows no scripts, forms or cookies; links open in a new tab.
  const frame = `<iframe title="${escape(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(
    `<base target="_blank">${html}`,
  )}"></iframe>`;
  return `<article><header>Email to ${escape(other)} ${time(at)}</header><h2>${escape(subject)}</h2>${frame}
<details><summary>As text</summary><p class="text">${withLinks(text)}</p></details></article>`;
}

function time(at: number): string {
  const instant = new Date(at).toISOString();
  return `<time datetime="${instant}">${instant.slice(11, 19)} UTC</time>`;
}

function withLinks(text: string): string {
  return escape(text).replace(
    /https?:\/\/[^\s<]+[^\s<.,;:!?)]/g,
    (url) => `<a href="${url}" target="_blank">${url}</a>`,
  );
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Refreshes unless the user is typing. */
function lookAgain(count: number): string {
  return `setInterval(async () => {
  const isWriting = [...document.querySelectorAll("[name=body]")].some(({ value }) => value);
  const count = await fetch("/count").then((answer) => answer.text(), () => "${count}");
  if (count !== "${count}" && !isWriting) location.reload();
}, 2000);`;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid #8886; border-radius: .75rem; padding: 1rem; margin: 1rem 0; }
article.answer { margin-left: 4rem; background: #8882; }
header { display: flex; justify-content: space-between; gap: 1rem; font-size: .875rem; opacity: .8; }
h2 { font-size: 1.125rem; margin: .5rem 0; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { width: 100%; height: 30rem; border: 0; border-radius: .5rem; background: Canvas; }
form { display: flex; gap: .5rem; }
input[name=body] { flex: 1; min-width: 0; font: inherit; padding: .5rem; }
button { font: inherit; padding: .5rem 1rem; min-height: 44px; }`;
