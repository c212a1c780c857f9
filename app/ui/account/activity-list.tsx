interface Entry {
  id: string;
  what: string;
  when: string;
  by: "self" | "owner" | "command";
  network: string | null;
  device: string | null;
  /** On the owner's page, the account that the activity belongs to. */
  whose?: string;
}

const others = { owner: "By Mila's owner", command: "At Mila's computer" };

export function ActivityList({ entries }: { entries: Entry[] }) {
  if (entries.length === 0) return <p className="hint">Nothing here.</p>;
  return (
    <ul className="rows">
      {entries.map(({ id, what, when, by, network, device, whose }) => (
        <li key={id} className="row">
          <h2 className="row-name">{what}</h2>
          <p className="row-facts">
            {whose && <span className="wrap-anywhere">{whose}</span>}
            <span>{when}</span>
            {by !== "self" && <span>{others[by]}</span>}
            {device && <span>{device}</span>}
            {network && <span>{network}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
