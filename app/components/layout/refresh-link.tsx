/** What others do shows by itself, but for those without JavaScript: they ask for it. */
export function RefreshLink({ to }: { to: string }) {
  return (
    <noscript>
      <p className="mt-4">
        <a className="text-link" href={to}>
          Refresh
        </a>
      </p>
    </noscript>
  );
}
