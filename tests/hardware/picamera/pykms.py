"""For tests only: picamera2 imports a display module that needs a real graphics driver; nothing here shows anything."""


class _Formats(type):
    def __getattr__(cls, name: str) -> str:
        return name


class PixelFormat(metaclass=_Formats):
    pass


class Card:
    pass


class ResourceManager:
    pass


class DumbFramebuffer:
    pass


class DmabufFramebuffer:
    pass
