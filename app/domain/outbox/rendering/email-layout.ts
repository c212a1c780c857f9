import type { Email, EmailBlock } from "../message.ts";
import { truncate } from "./plain-words.ts";

// Colors come from app/styles/tokens.css. Many mail programs drop style sheets, so only dark mode
// uses one.

const font =
  "font-family:ui-rounded,'Nunito','Segoe UI',system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif";
const breaking = "overflow-wrap:anywhere;word-break:break-word";
// Rounded corners need separate borders.
const whole = "width:100%;border-collapse:separate;border-spacing:0";

const inline = {
  page: `margin:0;padding:0;background-color:#fbf7f3;color:#2e2430;${font};-webkit-text-size-adjust:100%`,
  preheader:
    "display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:#fbf7f3",
  outer: `${whole};background-color:#fbf7f3`,
  frame: "padding:24px 12px",
  column: `${whole};max-width:560px;margin:0 auto;table-layout:fixed`,
  brand: `padding:0 8px 12px;color:#a13670;${font};font-size:22px;line-height:28px;font-weight:800`,
  card: "padding:28px 24px;background-color:#ffffff;border:1px solid #e7dcd5;border-radius:20px",
  heading: `margin:0 0 16px;color:#2e2430;${font};font-size:22px;line-height:28px;font-weight:800;${breaking}`,
  paragraph: `margin:0 0 14px;color:#2e2430;${font};font-size:16px;line-height:24px;${breaking}`,
  subheading: `margin:22px 0 8px;color:#2e2430;${font};font-size:16px;line-height:24px;font-weight:700`,
  list: `margin:0 0 14px;padding:0 0 0 22px;color:#2e2430;${font};font-size:16px;line-height:24px`,
  line: `margin:0 0 6px;${breaking}`,
  buttonTable: "margin:22px 0 18px;border-collapse:separate;border-spacing:0",
  buttonCell: "background-color:#a13670;border-radius:14px;text-align:center",
  button: `display:inline-block;padding:13px 28px;color:#ffffff;${font};font-size:16px;line-height:22px;font-weight:700;text-decoration:none;border-radius:14px`,
  address: `margin:0;color:#65566a;${font};font-size:13px;line-height:20px;${breaking}`,
  link: `display:inline-block;padding:4px 0;color:#a13670;${font};${breaking}`,
  foot: `padding:16px 8px 0;color:#65566a;${font};font-size:13px;line-height:20px;${breaking}`,
} as const;

const dark = `.page{background-color:#1c171d!important}.card{background-color:#282029!important;border-color:#453a46!important}.ink{color:#f5eef4!important}.soft{color:#c4b5c4!important}.brand,.link{color:#f4a5cb!important}.button{background-color:#f4a5cb!important;color:#3b1029!important}`;

/** Outlook marks the elements its dark mode changed with data-ogsc. */
const emailStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${dark}}${dark.replaceAll(/(^|})([.a-z,]+)\{/g, (_all, end: string, names: string) => `${end}${names.replaceAll(/\.[a-z]+/g, "[data-ogsc] $&")}{`)}`;

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

/** Shows as the preview beside the subject. The spaces keep the rest of the email out of it. */
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
