// Full screen by the browser; where that is refused or unknown, as on an iPhone, the stage covers the page instead.
const COVERING = 'is-covering';

export function createFullScreen(stage: HTMLElement, onChange: (full: boolean) => void): () => void {
  const tell = (): void => onChange(document.fullscreenElement === stage || stage.classList.contains(COVERING));
  const cover = (): void => {
    stage.classList.add(COVERING);
    tell();
  };
  document.addEventListener('fullscreenchange', tell);
  return () => {
    if (document.fullscreenElement === stage) void document.exitFullscreen();
    else if (stage.classList.contains(COVERING)) {
      stage.classList.remove(COVERING);
      tell();
    } else if (typeof stage.requestFullscreen === 'function') stage.requestFullscreen().catch(cover);
    else cover();
  };
}
