import { emailStyles, inline } from "./email-styles.ts";
import type { Email, EmailBlock } from "../message.ts";
import { truncate } from "./plain-words.ts";

export interface RenderedEmail {
  html: string;
  text: string;
}

/** Escapes all content and loads no remote resources. */
export function renderEmail(email: Email): RenderedEmail {
  return { html: renderHtml(email), text: renderText(email) };
}

function renderText({ heading, body, button, footnote, settingsUrl }: Email): string {
  const blocks = [
    heading,
    ...body.map(renderTextBlock),
    button && `${button.label}\n${button.url}`,
    // Mail programs grey out what follows "-- ".
    `-- \nMila, your family's assistant`,
    footnote,
    settingsUrl && `Choose which messages you get\n${settingsUrl}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function renderTextBlock(block: EmailBlock): string {
  if (typeof block === "string") return block;
  return Array.isArray(block) ? block.map((line) => `- ${line}`).join("\n") : `${block.heading}:`;
}

function renderHtml(email: Email): string {
  const { subject, heading, body, button, footnote, settingsUrl } = email;
  return `<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${emailStyles}</style>
</head>
<body class="page" style="${inline.page}">
<div style="${inline.preheader}">${escapeHtml(renderPreheader(email))}</div>
<table role="none" class="page" style="${inline.outer}"><tbody><tr><td style="${inline.frame}">
<table role="none" style="${inline.column}">
<tbody><tr><td class="brand" style="${inline.brand}">Mila</td></tr>
<tr><td class="card" style="${inline.card}">
<h1 class="ink" style="${inline.heading}">${escapeHtml(heading)}</h1>
${body.map(renderBlock).join("\n")}${button ? `\n${renderButton(button)}` : ""}
</td></tr>
<tr><td class="soft" style="${inline.foot}">${renderFooter(footnote, settingsUrl)}</td></tr></tbody>
</table>
</td></tr></tbody></table>
</body>
</html>
`;
}

function renderBlock(block: EmailBlock): string {
  if (typeof block === "string")
    return `<p class="ink" style="${inline.paragraph}">${escapeHtml(block)}</p>`;
  if (!Array.isArray(block))
    return `<h2 class="ink" style="${inline.subheading}">${escapeHtml(block.heading)}</h2>`;
  const lines = block.map((line) => `<li style="${inline.line}">${escapeHtml(line)}</li>`);
  return `<ul class="ink" style="${inline.list}">${lines.join("")}</ul>`;
}

/** Includes the link as text for mail programs that break buttons. */
function renderButton({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<table role="none" style="${inline.buttonTable}"><tbody><tr><td class="button" style="${inline.buttonCell}"><a class="button" href="${address}" style="${inline.button}">${escapeHtml(label)}</a></td></tr></tbody></table>
<p class="soft" style="${inline.address}">Or open this link:<br><a class="link" href="${address}" style="${inline.link}">${address}</a></p>`;
}

function renderFooter(footnote: string | undefined, settingsUrl: string | undefined): string {
  const settings =
    settingsUrl &&
    `<a class="link" href="${escapeHtml(settingsUrl)}" style="${inline.link}">Choose which messages you get</a>`;
  return [footnote && escapeHtml(footnote), settings, "Mila, your family's assistant"]
    .filter(Boolean)
    .join("<br>");
}

/** The preview beside the subject. The spaces keep the rest of the email out of it. */
function renderPreheader({ heading, subject, body }: Email): string {
  const summary = truncate(
    body
      .flatMap((block) => (typeof block === "object" && "heading" in block ? [] : block))
      .join(" · "),
    150,
  );
  return `${heading === subject ? "" : `${heading} · `}${summary}${"\u00a0\u200c".repeat(60)}`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
