import { Icon } from "../icons/icon.tsx";
import { Toasts } from "../live/toast.tsx";
import type { Voice } from "#app/ui/add-task/voice/use-voice.ts";

export function VoiceButton({ voice }: { voice: Voice }) {
  if (!voice.isReady) return null;
  return (
    <button
      type="button"
      className="add-task-voice"
      aria-label="Voice input"
      aria-pressed={voice.isListening}
      onClick={() => void voice.toggle()}
    >
      <Icon name={voice.isListening ? "square" : "mic"} />
    </button>
  );
}

export function VoiceState({ voice }: { voice: Voice }) {
  const { isReady, isListening, words, failure, cancel } = voice;
  if (!isReady) return null;
  return (
    <>
      <p className="sr-only" aria-live="polite">
        {isListening ? "Listening" : ""}
      </p>
      {isListening && (
        <div className="listening">
          <span className="listening-dot" aria-hidden="true" />
          <div className="min-w-0 grow">
            <p className="font-bold text-brand">Listening…</p>
            <p className={words ? "listening-words" : "text-ink-soft"} dir="auto">
              {words || "I'm all ears."}
            </p>
          </div>
          <button type="button" className="text-link shrink-0" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      {failure && <Toasts toast={{ id: "voice", kind: "error", ...failure }} />}
    </>
  );
}
