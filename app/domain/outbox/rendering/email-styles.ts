// Colors come from app/styles/tokens.css. Many mail programs drop style sheets, so only dark mode uses one.

const font =
  "font-family:ui-rounded,'Nunito','Segoe UI',system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif";
const breaking = "overflow-wrap:anywhere;word-break:break-word";
// Rounded corners need separate borders.
const whole = "width:100%;border-collapse:separate;border-spacing:0";

export const inline = {
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
export const emailStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${dark}}${dark.replaceAll(/(^|})([.a-z,]+)\{/g, (_all, end: string, names: string) => `${end}${names.replaceAll(/\.[a-z]+/g, "[data-ogsc] $&")}{`)}`;
