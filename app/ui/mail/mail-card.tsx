import type { Category } from "../tasks/category-icon.tsx";
import { ButtonForm, PageLink } from "../shell/page-form.tsx";

interface ShownThing {
  title: string;
  category: Category;
  due: string | null;
  about: string | null;
  sentence: string;
  note: string | null;
  isSure: boolean;
  /** The task that was added from it, or that it changed. */
  taskId: string | null;
  changed: "moved" | "cancelled" | null;
  /** Its news about a task of an earlier mail. */
  match: Match | null;
}

interface Match {
  what: "moved" | "cancelled" | "same";
  isSure: boolean;
  taskId: string;
  title: string;
  about: string | null;
  due: string;
  /** The due date as a wall clock. */
  seen: string;
}

export interface ShownMail {
  id: string;
  sender: string | null;
  subject: string;
  sentOn: string;
  isPutAway: boolean;
  isWaiting: boolean;
  hasUnreadPart: boolean;
  cannotBeRead: boolean;
  /** False if somebody else may have sent it. Undefined for a pasted mail. */
  isProven?: boolean | undefined;
  things: ShownThing[];
}

/** A mail with what it holds: ticked if it is sure, each with the sentence that says so. */
export function MailCard({ mail, requestId }: { mail: ShownMail; requestId: string }) {
  const { id, sender, subject, sentOn, things, cannotBeRead, isPutAway, isWaiting } = mail;
  const open = things.filter(({ taskId }) => taskId === null);
  const heading = `mail-${id}`;
  const away = open.length === things.length ? "Not for us" : "Put away";
  const verb = open.some(({ match }) => match && isChange(match)) ? "Save" : "Add";
  return (
    <article className="card-panel stack" aria-labelledby={heading}>
      <div>
        <h2 id={heading} className="mail-subject" dir="auto">
          {subject}
        </h2>
        <p className="hint">
          {sender && <bdi>{sender} · </bdi>}
          {sentOn}
          {!cannotBeRead && ` · ${describeCount(things.length)}`}
        </p>
        <Hints mail={mail} />
      </div>
      <ButtonForm action={`/mail/${id}/add`} className="stack" key={things.length - open.length}>
        <input type="hidden" name="requestId" value={requestId} />
        {things.length > 0 && (
          <ul className="mail-things">
            {things.map((thing, index) => (
              <li key={index}>
                {thing.taskId === null ? (
                  <Proposal thing={thing} index={index} name={heading} />
                ) : (
                  <Added thing={thing} taskId={thing.taskId} />
                )}
              </li>
            ))}
          </ul>
        )}
        <div className="button-row">
          {open.length > 0 && (
            <button
              type="submit"
              className="button-primary"
              aria-label={`${verb} the ticked ones: ${subject}`}
            >
              {verb} the ticked ones
            </button>
          )}
          {isWaiting && (
            <button
              type="submit"
              className="button-secondary"
              formAction={`/mail/${id}/ignore`}
              aria-label={`${away}: ${subject}`}
            >
              {away}
            </button>
          )}
        </div>
        <details>
          <summary className="text-link">
            More<span className="sr-only">: {subject}</span>
          </summary>
          <div className="button-row">
            {sender !== null && open.length > 0 && (
              <button
                type="submit"
                className="button-secondary"
                name="sender"
                value="always"
                aria-label={`Add, and always from this sender: ${subject}`}
              >
                Add, and always from this sender
              </button>
            )}
            {sender !== null && !isPutAway && open.length === things.length && (
              <button
                type="submit"
                className="button-secondary"
                formAction={`/mail/${id}/ignore`}
                name="sender"
                value="never"
                aria-label={`Never from this sender: ${subject}`}
              >
                Never from this sender
              </button>
            )}
            <button
              type="submit"
              className="button-secondary"
              formAction={`/mail/${id}/forget`}
              aria-label={`Delete mail: ${subject}`}
            >
              Delete mail
            </button>
          </div>
        </details>
      </ButtonForm>
    </article>
  );
}

function Hints({ mail }: { mail: ShownMail }) {
  const { sender, hasUnreadPart, cannotBeRead, isProven } = mail;
  return (
    <>
      {sender !== null && isProven !== undefined && (
        <p className="hint">
          {isProven ? "From the sender's own server" : "I can't tell if the sender is real."}
        </p>
      )}
      {cannotBeRead && (
        <p className="hint">I couldn&apos;t read this mail. Please look at it in your mailbox.</p>
      )}
      {hasUnreadPart && (
        <p className="hint">It has an attachment, which I can&apos;t read. Please look at it.</p>
      )}
    </>
  );
}

function describeCount(count: number): string {
  if (count === 0) return "I found nothing to do";
  return count === 1 ? "1 thing found" : `${count} things found`;
}

const isChange = ({ what }: Match) => what !== "same";

function Proposal({ thing, index, name }: { thing: ShownThing; index: number; name: string }) {
  const { sentence, note, match } = thing;
  const id = `${name}-${index}`;
  const isSure = match ? match.isSure : thing.isSure;
  return (
    <label className="select-task">
      <input
        type="checkbox"
        name={`proposals[${index}].thing`}
        value={index}
        defaultChecked={isSure && match?.what !== "same"}
        aria-labelledby={id}
        aria-describedby={`${id}-facts`}
      />
      {match && isChange(match) && (
        <>
          <input type="hidden" name={`proposals[${index}].changes`} value={match.taskId} />
          <input type="hidden" name={`proposals[${index}].seen`} value={match.seen} />
        </>
      )}
      <span className="found-words">
        <span id={id} className="found-title">
          {match && isChange(match) ? (
            <>
              {match.what === "moved" ? "Move" : "Delete"} “<bdi>{match.title}</bdi>”
            </>
          ) : (
            <bdi>{thing.title}</bdi>
          )}
        </span>{" "}
        <span id={`${id}-facts`} className="found-facts">
          <Facts thing={thing} />
          {!isSure && " · I'm not sure"}{" "}
          <q className="mail-sentence" dir="auto">
            {[sentence, note].filter(Boolean).join(" ")}
          </q>
        </span>
      </span>
    </label>
  );
}

function Facts({ thing: { category, due, about, match } }: { thing: ShownThing }) {
  if (match && isChange(match))
    return (
      <>
        {match.what === "moved" ? `From ${match.due} to ${due ?? "no date"}` : match.due}
        {match.about !== null && (
          <>
            {" · "}
            <bdi>for {match.about}</bdi>
          </>
        )}
      </>
    );
  return (
    <>
      {category} · {due ?? "No date"}
      {about !== null && (
        <>
          {" · "}
          <bdi>for {about}</bdi>
        </>
      )}
      {match !== null && (
        <>
          {" · You had "}
          <bdi>“{match.title}”</bdi>
          {" already"}
        </>
      )}
    </>
  );
}

const doneWords = { added: "Added", moved: "Moved", cancelled: "Deleted" };

function Added({ thing, taskId }: { thing: ShownThing; taskId: string }) {
  const { title, due, changed } = thing;
  return (
    <p className="mail-added">
      <PageLink className="text-link" to={`/tasks/${taskId}`}>
        <bdi>{title}</bdi>
      </PageLink>{" "}
      <span className="hint">
        {doneWords[changed ?? "added"]} · {due ?? "No date"}
      </span>
    </p>
  );
}
