interface RecognitionEvents {
  result: { results: SpeechRecognitionResultList };
  error: { error: string };
  end: object;
}

/** The part of the Web Speech API we use, which TypeScript does not declare. */
interface Recognition {
  lang: string;
  interimResults: boolean;
  addEventListener: <Name extends keyof RecognitionEvents>(
    name: Name,
    listener: (event: RecognitionEvents[Name]) => void,
  ) => void;
  start: () => void;
  /** Keeps the words heard so far, unlike `abort`. */
  stop: () => void;
  abort: () => void;
}

declare global {
  interface Window {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  }
}

export const findRecognition = () => window.SpeechRecognition ?? window.webkitSpeechRecognition;

/** Browsers give the microphone only to pages on a secure connection. */
export const canListen = (): boolean => window.isSecureContext && findRecognition() !== undefined;
