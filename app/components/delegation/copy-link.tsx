import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useInBrowser } from "../use-in-browser.ts";

/** A link to pass on: selected by a press, copied by the button where the browser can. */
export function CopyLink({ link, isTheWay }: { link: string; isTheWay: boolean }) {
  const canCopy = useInBrowser(() => Boolean(navigator.clipboard), false);
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(link).then(() => setCopied(true));
  return (
    <div className="field">
      <label htmlFor="request-link">
        {isTheWay ? "Send them this link" : "Their link, if you want to send it yourself"}
      </label>
      <div className="flex gap-2">
        <input
          id="request-link"
          type="text"
          className="control min-w-0"
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        {canCopy && (
          <button type="button" className="button-secondary shrink-0" onClick={copy}>
            {isCopied ? <Check className="icon" aria-hidden="true" /> : <Copy className="icon" aria-hidden="true" />}
            <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
          </button>
        )}
      </div>
    </div>
  );
}
