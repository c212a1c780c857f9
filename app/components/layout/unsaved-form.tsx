import type { SentForm } from "#app/client/saving/unsaved.ts";

/** A plain form: the page that it was on is gone, with its scripts' state. */
export function UnsavedForm({ action, fields, typed }: SentForm) {
  const words = fields.filter(([name, value]) => typed.includes(name) && isWords(value));
  return (
    <form method="post" action={action}>
      {words.length > 0 && <p>This is what you typed. Press Try again, and it is sent once more.</p>}
      {words.map(([name, value]) => (
        <blockquote
          key={`${name} ${value}`}
          className="my-3 rounded-card border border-line bg-surface p-4 text-left whitespace-pre-wrap"
        >
          {value}
        </blockquote>
      ))}
      {fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button-primary">
        Try again
      </button>
    </form>
  );
}

/** Neither a switch nor an id nor a number. */
function isWords(value: string): boolean {
  return /\p{L}/u.test(value) && !/^(on|[\da-f-]{36})$/.test(value);
}
