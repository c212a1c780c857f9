import { PageForm } from "../shell/page-form.tsx";

interface TakeTurnFormProps {
  taskId: string;
  people: { id: string; name: string; isViewer: boolean }[];
  /** Has the turn now; empty for nobody. */
  current: string;
}

/** For one occurrence: "Sam takes mine today". */
export function TakeTurnForm({ taskId, people, current }: TakeTurnFormProps) {
  const others = people.filter(({ id }) => id !== current);
  if (others.length === 0) return null;
  return (
    <PageForm action={`/tasks/${taskId}/turns/take`} className="card-panel stack">
      <p className="font-bold">Only this time</p>
      <input type="hidden" name="from" value={current} />
      <input type="hidden" name="redirectTo" value={`/tasks/${taskId}`} />
      <div className="flex flex-wrap gap-2">
        {others.map(({ id, name, isViewer }) => (
          <button key={id} type="submit" className="choice" name="person" value={id}>
            {isViewer ? (
              "I'll do it"
            ) : (
              <>
                <bdi>{name}</bdi> does it
              </>
            )}
          </button>
        ))}
      </div>
      <p className="hint">Nobody gets a message. To ask someone, use Delegate.</p>
    </PageForm>
  );
}
