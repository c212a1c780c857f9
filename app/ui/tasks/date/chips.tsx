interface ChipsProps {
  name: string;
  choices: { value: string; label: string }[];
  formAction?: string;
  formNoValidate?: boolean;
  describedBy?: string;
}

/** Offers other readings of what Mila is not sure of: "or Fri 8 AM?". */
export function Chips({ name, choices, formAction, formNoValidate, describedBy }: ChipsProps) {
  return choices.map(({ value, label }) => (
    <button
      key={value}
      type="submit"
      className="choice-chip"
      name={name}
      value={value}
      formAction={formAction}
      formNoValidate={formNoValidate}
      aria-describedby={describedBy}
    >
      <span>or {label}?</span>
    </button>
  ));
}

export function UnusedNote({ words }: { words: string | null }) {
  if (!words) return null;
  return (
    <p className="due-words-note">
      <span>
        I didn&apos;t use: <mark dir="auto">{words}</mark>
      </span>
    </p>
  );
}

interface NotUnderstood {
  words: string;
  hasPassed: boolean;
}

export function NotUnderstoodNote(unread: NotUnderstood) {
  return (
    <p className="due-words-note">
      <span>
        <NotUnderstoodWords {...unread} /> When is it due?
      </span>
    </p>
  );
}

export function NotUnderstoodWords({ words, hasPassed }: NotUnderstood) {
  const marked = <mark dir="auto">{words}</mark>;
  return hasPassed ? <>{marked} has already passed.</> : <>I didn&apos;t understand {marked}.</>;
}
