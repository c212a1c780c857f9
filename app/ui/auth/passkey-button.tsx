import { useState } from "react";
import { canUsePasskeys } from "#app/ui/auth/can-use-passkeys.ts";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { useButtonSubmit } from "../shell/page-form.tsx";

interface PasskeyButtonProps {
  /** GET returns the options, and POST takes the browser's answer. */
  path: string;
  label: string;
  fields?: Record<string, string>;
  /** Shown in a browser that does not support passkeys. */
  missing?: string;
}

/** Reserves its space until the script runs, so that the page doesn't move in most browsers. */
export function PasskeyButton({ path, label, fields, missing }: PasskeyButtonProps) {
  const canUse = useInBrowser(canUsePasskeys, null);
  const [isAsking, setIsAsking] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const { submit, isBusy } = useButtonSubmit();
  const ask = async () => {
    setIsAsking(true);
    setHasFailed(false);
    try {
      const { askForPasskey } = await import("#app/ui/auth/passkeys.ts");
      submit({ ...fields, response: await askForPasskey(path) }, path);
    } catch {
      setHasFailed(true);
    } finally {
      setIsAsking(false);
    }
  };
  if (canUse === false) return missing && <p className="hint">{missing}</p>;
  return (
    <div className="passkey-button">
      <noscript>
        <p className="hint">Passkeys need JavaScript, which is off in this browser.</p>
      </noscript>
      {canUse && (
        <button
          type="button"
          className="button-secondary w-full"
          disabled={isAsking || isBusy}
          onClick={() => void ask()}
        >
          {label}
        </button>
      )}
      <p role="status" className="hint">
        {hasFailed && "No passkey was used. You can try again."}
      </p>
    </div>
  );
}
