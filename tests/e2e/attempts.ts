// Ways to make a request from a page. Each runs in the page, with an address that nothing else
// asks for, and need not wait: the tests wait for what comes of it.
export const ATTEMPTS: Record<string, (address: string) => unknown> = {
  fetch: (address) => void fetch(address).catch(() => {}),
  'fetch without answer': (address) => void fetch(address, { mode: 'no-cors', keepalive: true }).catch(() => {}),
  XMLHttpRequest: (address) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.send('body');
  },
  WebSocket: (address) => {
    try {
      new WebSocket(address.replace('http', 'ws'));
    } catch {
      // Some versions of browsers throw, others fire an event.
    }
  },
  EventSource: (address) => void new EventSource(address),
  // Says true even when it is refused: only the server knows.
  sendBeacon: (address) => navigator.sendBeacon(address, 'body'),
  image: (address) => void (new Image().src = address),
  'CSS image': (address) => void (document.body.style.backgroundImage = `url(${address})`),
  'script tag': (address) => {
    const script = document.createElement('script');
    script.src = address;
    document.head.append(script);
  },
  'inline script': (address) => {
    const script = document.createElement('script');
    script.text = `fetch(${JSON.stringify(address)}).catch(() => {})`;
    document.head.append(script);
  },
  'import()': (address) => void import(address).catch(() => {}),
  'style sheet': (address) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href: address });
    document.head.append(link);
  },
  font: (address) => void new FontFace('a', `url(${address})`).load().catch(() => {}),
  video: (address) => {
    const video = document.createElement('video');
    Object.assign(video, { src: address, preload: 'auto' });
    document.body.append(video);
  },
  object: (address) => {
    const object = document.createElement('object');
    object.data = address;
    document.body.append(object);
  },
  frame: (address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    document.body.append(frame);
  },
  prefetch: (address) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'prefetch', href: address });
    document.head.append(link);
  },
  preload: (address) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'image', href: address });
    document.head.append(link);
  },
  modulepreload: (address) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href: address });
    document.head.append(link);
  },
  icon: (address) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'icon', href: address });
    document.head.append(link);
  },
  'form post': (address) => {
    const form = document.createElement('form');
    Object.assign(form, { action: address, method: 'post' });
    document.body.append(form);
    form.submit();
  },
  ping: (address) => {
    const link = document.createElement('a');
    Object.assign(link, { href: '#pinged', ping: address });
    document.body.append(link);
    link.click();
  },
  worker: (address) => {
    try {
      new Worker(address);
    } catch {
      // As with WebSocket.
    }
  },
  'fetch in a blob worker': (address) => {
    const code = `fetch(${JSON.stringify(address)}).catch(() => {}).then(() => postMessage('done'))`;
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    return new Promise((resolve) => (worker.onmessage = () => resolve('done')));
  },
  'importScripts in a blob worker': (address) => {
    const code = `try { importScripts(${JSON.stringify(address)}) } catch {} postMessage('done')`;
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    return new Promise((resolve) => (worker.onmessage = () => resolve('done')));
  },
};
