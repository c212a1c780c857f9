interface RecognitionEvents {
  result: { results: SpeechRecognitionResultList };
  error: { error: string };
  end: object;
}

/** What is used of the browser's speech recognition (Web Speech API); TypeScript does not know it. */
interface Recognition {
  lang: string;
  interimResults: boolean;
  addEventListener: <Name extends keyof RecognitionEvents>(
    name: Name,
    listener: (event: RecognitionEvents[Name]) => void,
  ) => void;
  start: () => void;
  /** Ends with what was heard so far. */
  stop: () => void;
  /** Ends, and forgets it. */
  abort: () => void;
}

declare global {
  interface Window {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  }
}

/** The browser's recognition; undefined where it has none. */
export const findRecognition = () => window.SpeechRecognition ?? window.webkitSpeechRecognition;
