import { useEffect, useRef, useState } from "react";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import type { Failure } from "#app/ui/saving/failure.ts";
import { notHeard, notSupported } from "./failures.ts";
import type { Listening, Outcome } from "./listening.ts";
import { canListen } from "./recognition.ts";

export interface Voice {
  /** True if the browser supports what the button needs. */
  isReady: boolean;
  isListening: boolean;
  words: string;
  failure?: Failure;
  toggle: () => Promise<void>;
  cancel: () => void;
}

/** Loads the script on the first press (specification, section 4). */
export function useVoice(onHeard: (words: string) => void): Voice {
  const isReady = useInBrowser(canListen, false);
  const [words, setWords] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure>();
  const listening = useRef<Listening>();
  const isListening = words !== null;

  const onEnd = ({ words: heardWords, failure: newFailure }: Outcome) => {
    listening.current = undefined;
    setWords(null);
    setFailure(newFailure);
    if (heardWords) onHeard(heardWords);
  };
  const toggle = async () => {
    if (isListening) return listening.current?.finish();
    setFailure(undefined);
    setWords("");
    const code = await import("./listening.ts").catch(() => undefined);
    if (!code) return onEnd({ failure: notHeard });
    try {
      listening.current = code.listen(setWords, onEnd);
    } catch {
      onEnd({ failure: notSupported });
    }
  };
  const cancel = () => listening.current?.cancel();

  useEffect(() => {
    if (!isListening) return;
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && listening.current?.cancel();
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isListening]);
  useEffect(() => () => listening.current?.cancel(), []);

  return { isReady, isListening, words: words ?? "", failure, toggle, cancel };
}
