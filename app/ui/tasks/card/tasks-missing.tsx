/** Says that the tasks could not be read. */
export function TasksMissing({ errorId }: { errorId: string }) {
  return (
    <div role="alert" className="tasks-missing">
      <p className="font-bold">Error fetching tasks</p>
      <p>
        Your tasks are safe, but I can&apos;t load them right now. Please reload in a moment. If it
        keeps happening, send this code to Mila&apos;s owner: <code>{errorId}</code>
      </p>
    </div>
  );
}
