import { gzipSync } from "node:zlib";
import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // React writes <link/>, required="" and maxLength, and the formatter <!doctype html>, which
    // HTML treats as equivalent.
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attr-case": "off",
    "doctype-style": "off",
  },
});

export async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => {
      const source = html.split("\n")[line - 1]?.slice(Math.max(0, column - 60), column + 60);
      return `${ruleId}: ${message}\n  … ${source} …`;
    }),
  );
}

export const gzipSize = (text: string): number => gzipSync(text).length;
