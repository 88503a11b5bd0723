/**
 * Hands over a file that is dropped anywhere on the page. Without this a file that is dropped beside the right place
 * would take the page's place, match and all. Returns the function that stops it.
 */
export function onFileDrop(take: (file: File) => void): () => void {
  const onOver = (event: DragEvent): void => event.preventDefault();
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) take(file);
  };
  addEventListener('dragover', onOver);
  addEventListener('drop', onDrop);
  return () => {
    removeEventListener('dragover', onOver);
    removeEventListener('drop', onDrop);
  };
}
