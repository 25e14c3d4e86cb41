/** `1 view`, `12,345 views`, in the digits of the reader. */
export function counted(count: number, unit: string): string {
  return `${count.toLocaleString()} ${unit}${count === 1 ? '' : 's'}`;
}
