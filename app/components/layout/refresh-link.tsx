/** Without JavaScript, a page does not show others' changes by itself. */
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
