/* For tests only. libcamera and picamera2 ask the kernel's udmabuf and dma_heap devices for buffers, which many machines
 * (and all containers) lack. Loaded with LD_PRELOAD, this answers for those devices with plain memory files; every other
 * call goes straight to the kernel. Such buffers are for the processor alone, which is all a virtual camera needs. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>

static int kernel_open(int folder, const char *path, int flags, int mode)
{
	if (path && (strcmp(path, "/dev/udmabuf") == 0 || strncmp(path, "/dev/dma_heap/", 14) == 0))
		return memfd_create("buffer-device-stand-in", MFD_CLOEXEC);
	return syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE_OF(flags) \
	int mode = 0; \
	if ((flags) & (O_CREAT | O_TMPFILE)) { \
		va_list more; \
		va_start(more, flags); \
		mode = va_arg(more, int); \
		va_end(more); \
	}

int open(const char *path, int flags, ...) { MODE_OF(flags) return kernel_open(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags) return kernel_open(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE_OF(flags) return kernel_open(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE_OF(flags) return kernel_open(folder, path, flags, mode); }
int __open_2(const char *path, int flags) { return kernel_open(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return kernel_open(AT_FDCWD, path, flags, 0); }

int ioctl(int fd, unsigned long request, ...)
{
	va_list more;
	va_start(more, request);
	void *argument = va_arg(more, void *);
	va_end(more);

	if ((unsigned int)request == (unsigned int)UDMABUF_CREATE) {
		/* The caller's own memory file is the buffer: it is asked for one range that covers all of it. */
		const struct udmabuf_create *wanted = argument;
		return fcntl((int)wanted->memfd, F_DUPFD_CLOEXEC, 0);
	}
	if ((unsigned int)request == (unsigned int)DMA_HEAP_IOCTL_ALLOC) {
		struct dma_heap_allocation_data *wanted = argument;
		int buffer = memfd_create("buffer-stand-in", MFD_CLOEXEC);
		if (buffer < 0 || ftruncate(buffer, (wanted->len + 4095) / 4096 * 4096) < 0)
			return -1;
		wanted->fd = buffer;
		return 0;
	}
	int result = syscall(SYS_ioctl, fd, request, argument);
	if (result < 0 && (errno == ENOTTY || errno == EINVAL) &&
	    ((unsigned int)request == (unsigned int)DMA_BUF_IOCTL_SYNC ||
	     (unsigned int)request == (unsigned int)DMA_BUF_SET_NAME_A ||
	     (unsigned int)request == (unsigned int)DMA_BUF_SET_NAME_B))
		return 0; /* memory files need no cache maintenance, and have their name */
	return result;
}
