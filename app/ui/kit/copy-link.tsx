import { Icon } from "../icons/icon.tsx";
import { useState } from "react";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";

interface CopyLinkProps {
  id: string;
  label: string;
  link: string;
  /** Set for a new link, whose panel may push the pressed button off the screen. */
  hasFocus?: boolean;
}

export function CopyLink({ id, label, link, hasFocus }: CopyLinkProps) {
  const canCopy = useInBrowser(() => Boolean(navigator.clipboard), false);
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === link;
  const copy = () => void navigator.clipboard.writeText(link).then(() => setCopied(link));
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="text"
          className="control min-w-0 grow basis-40"
          value={link}
          readOnly
          autoFocus={hasFocus}
          onFocus={(event) => event.currentTarget.select()}
        />
        {canCopy && (
          <button type="button" className="button-secondary shrink-0" onClick={copy}>
            <Icon name={isCopied ? "check" : "copy"} />
            <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
          </button>
        )}
      </div>
    </div>
  );
}
